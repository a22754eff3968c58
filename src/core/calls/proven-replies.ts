import { lookFirst } from "../async/look-first.ts";
import { type ChatReply, type ChatRequest, type ModelCall, ModelError } from "../chat-model.ts";

/** Taken here: what is replaced later has no say in what is proven. */
const { stringify } = JSON;
const askedFor = new WeakMap<ChatReply, string>();
const remember = WeakMap.prototype.set.bind(askedFor);
const requestOf = WeakMap.prototype.get.bind(askedFor);
const { freeze } = Object;

/** Remembers to which request a reply is the answer, as it came from where it cannot have been forged. */
export function prove(reply: ChatReply, request: ChatRequest): ChatReply {
  if (reply.usage !== undefined) freeze(reply.usage);
  remember(freeze(reply), stringify(request));
  return reply;
}

/**
 * To be called in the very stretch of code that reads a reply: on its way it went through promises and listeners that code of
 * the evaluation can get hold of. One that is not the answer to this request, as a thread of ours or the journal has it, is no
 * reply. Models that are code of the user's prove nothing.
 */
export function provenReply({ model, request }: ModelCall, reply: ChatReply): ChatReply {
  lookFirst();
  if (model.isApart !== true || requestOf(reply) === stringify(request)) return reply;
  throw new ModelError(
    "invalid",
    `The reply was not the one that ${model.id} gave to this request: something that was loaded has put another in its place.`,
  );
}
