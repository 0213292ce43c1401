/** What texts state about the properties that an update leaves out. */

/** Returns whether an operation is described as one that changes only what it names. */
export function changesInPart(text: string): boolean {
  return partial.test(text);
}

const partial =
  /\bpartial(?:ly)?\b|\b(?:remain|left|leave[sn]?|kept)\b.{0,30}\bunchanged\b|\bnot (?:present|sent|given|specified|provided|included)\b.{0,20}\b(?:keeps?|retains?|remains?)\b|\bonly (?:the|included|sent|given|specified|provided) (?:fields|properties|parameters|attributes|values)\b|\bmerge patch\b|\bnot be (?:changed|modified|updated)\b/i;

/**
 * Returns whether an operation is described as one that resets what it does not name: "Fields that are left out return to
 * their defaults."
 */
export function replacesWhole(text: string): boolean {
  return whole.test(text) || [...text.matchAll(omitted)].some(([sentence]) => reset.test(sentence));
}

const whole =
  /\breplac(?:es?|ing) (?:the (?:whole|entire|complete)|all (?:of )?(?:its|the)) |\b(?:complete|full|whole)(?:ly)? replac/i;

/** What is said about properties that are left out, up to the end of the sentence. */
const omitted =
  /\b(?:propert(?:y|ies)|fields?|settings?|attributes?)\b[^.]{0,40}\b(?:left out|leaves? out|omit(?:s|ted)|absent|missing|not (?:present|sent|given|specified|provided|included))\b[^.]{0,60}|\b(?:omitted|absent|missing) (?:\w+ )?(?:propert(?:y|ies)|fields?|settings?|attributes?)\b[^.]{0,60}/gi;

const reset =
  /\b(?:returns?|reset|reverts?|set|reverted) to (?:null|(?:its|their|the) defaults?)\b|\b(?:gets?|ha(?:s|ve)) (?:its|their|the) defaults?\b|\b(?:is|are|becomes?) (?:then )?(?:reset|cleared|emptied|unset|removed|null)\b/i;
