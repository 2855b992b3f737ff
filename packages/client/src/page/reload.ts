const askAgainMs = 1_000
const answerMs = 5_000

/** Does the server answer? A proxy in front of one that is away answers too, but with a failure. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/api/server_time_offset', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).then(
    ({ ok }) => ok,
    (error: unknown) => {
      console.warn('no answer yet', error)
      return false
    },
  )

/** Loads the page anew as soon as the server answers: before, a reload would leave nothing. */
export async function reloadWhenAnswered(): Promise<void> {
  while (!(await serverAnswers())) await new Promise((rested) => setTimeout(rested, askAgainMs))
  location.reload()
}
