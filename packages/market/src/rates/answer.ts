import { RateRefused } from './checked.ts'

const longestAnswer = 65_536

/** The body of a 200 answer, bounded in length, and in time by the signal; redirects lead nowhere. */
export async function answerOf(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, {
    redirect: 'error',
    headers: { accept: 'application/json' },
    signal,
  })
  if (answer.status !== 200 || answer.body === null) {
    await answer.body?.cancel()
    throw new RateRefused(`the source of the rate answers ${answer.status}`)
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body) {
    length += chunk.length
    if (length > longestAnswer) throw new RateRefused('the answer of the source is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
