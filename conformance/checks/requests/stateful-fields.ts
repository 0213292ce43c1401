/**
 * Names whose values mean something in the state of the service: a value that is made up is refused for that, and rightly.
 * Cases keep what the base request has under them, and leave them out where it has nothing.
 */

const bound: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /(?:Id|Ids|_id)$|^ids?$/, reason: 'names a record' },
  { names: /^url$/i, reason: 'is fetched' },
  { names: /token$/i, reason: 'is a credential' },
  { names: /^sig$|^exp$/, reason: 'belongs to a signed address' },
  { names: /^otp$/, reason: 'is a code that somebody was sent' },
  { names: /^email$/, reason: 'is where mail goes' },
  { names: /^assertion$/, reason: 'is signed' },
  { names: /cursor$/i, reason: 'is given out by the service' },
  { names: /^after$|^last-event-id$/i, reason: 'is a place in a log' },
  { names: /^if-match$/i, reason: 'is a version of a record' },
  { names: /^origin$/i, reason: 'belongs to a client token' },
  { names: /fingerprint$/i, reason: 'stands for what was sent before' },
  { names: /^toolOutputs$/, reason: 'answers a pause' },
];

/** Says why a made-up value under a name may be refused; `null` for a name under which every valid value will do. */
export function statefulReason(name: string): string | null {
  return bound.find(({ names }) => names.test(name))?.reason ?? null;
}
