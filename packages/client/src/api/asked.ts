declare global {
  /** Answers on their way, by address; see build/first-load.ts. */
  var maruAsked: Map<string, Promise<Response>> | undefined
}

/** Later than this after the page began, an answer that nobody has taken yet is no news any more. */
const freshMs = 10_000

/** What the page's code has called. */
const called = new Set<string>()

/**
 * The answer to what the page asked a guest's question before its scripts had come; only for the first call of an address. Where the
 * code was first, the other answer is older than what a second call asks for.
 */
export function askedAhead(address: string): Promise<Response> | undefined {
  if (called.has(address)) return undefined
  called.add(address)
  return performance.now() < freshMs ? globalThis.maruAsked?.get(address) : undefined
}
