export { exactNumber, hasValue, pythonEquals } from "../core/python-equality.ts";
