import { commonTemplate, type Template, valuesIn } from "./event-template.ts";

/** What stands in a row: an event's text, or the values for a template's gaps. */
interface StoredText {
  readonly template: number | null;
  readonly body: string;
}

/** Finds out, for one run, which text its events share. */
export interface TemplateWriter {
  shorten(type: string, text: string): StoredText;
}

interface Kind {
  /** The one that fitted last comes first. */
  readonly templates: { readonly id: number; readonly template: Template }[];
  samples: string[];
  misses: number;
}

/** Short runs are kept as plain JSON, for whoever looks into the file. */
const PLAIN = 200;
/** Once a run is long, what comes often and does not fit gets a template of its own sooner. */
const MORE = 32;
const SAMPLES = 12;
/** Where conversations all differ, looking for what they share costs more than it saves. */
const MOST = 8;
/** In long texts, such as files that an agent read, what is shared hardly counts. */
const LONGEST = 20_000;

/** `save` keeps a template before anything is written that needs it. */
export function templateWriter(save: (template: Template) => number): TemplateWriter {
  const kinds = new Map<string, Kind>();

  function find(kind: Kind, text: string): StoredText | undefined {
    for (let place = 0; place < kind.templates.length; place += 1) {
      const known = kind.templates[place] as Kind["templates"][number];
      const values = valuesIn(text, known.template);
      if (values === undefined) continue;
      if (place > 0) kind.templates.unshift(...kind.templates.splice(place, 1));
      return { template: known.id, body: values };
    }
    return undefined;
  }

  function learn(kind: Kind, text: string): void {
    kind.misses += 1;
    const enough = kind.templates.length === 0 ? PLAIN : MORE;
    if (kind.misses > enough - SAMPLES) kind.samples.push(text);
    if (kind.misses < enough) return;
    const template = commonTemplate(kind.samples);
    kind.misses = 0;
    kind.samples = [];
    if (template !== undefined) kind.templates.unshift({ id: save(template), template });
  }

  return {
    shorten(type, text) {
      const plain: StoredText = { template: null, body: text };
      if (text.length > LONGEST) return plain;
      let kind = kinds.get(type);
      if (kind === undefined) {
        kind = { templates: [], samples: [], misses: 0 };
        kinds.set(type, kind);
      }
      const found = find(kind, text);
      if (found !== undefined) return found;
      if (kind.templates.length < MOST) learn(kind, text);
      return plain;
    },
  };
}
