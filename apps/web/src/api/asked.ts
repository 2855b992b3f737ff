declare global {
  /** Answers on their way, by address; see build/first-load.ts. */
  var maruAsked: Map<string, Promise<Response>> | undefined
}

/** Later than this after the page began, an answer that nobody has taken yet is no news any more. */
const freshMs = 10_000

/** The answer to what the page asked a guest's question before its scripts had come. Each is taken once. */
export function askedAhead(address: string): Promise<Response> | undefined {
  const answer = globalThis.maruAsked?.get(address)
  globalThis.maruAsked?.delete(address)
  return performance.now() < freshMs ? answer : undefined
}
