import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ResponseOf, tradeEndpoints } from '@maru/contract'
import type { RawHttp } from './raw-http.ts'

type Current = ResponseOf<typeof tradeEndpoints.gameCurrent>
export type Betting = NonNullable<Current['betting']>

/** The five-minute rounds of a server that take stakes for `seconds` and a little more; waits for the next when these are about to lock. */
export async function openRounds(url: string, seconds: number): Promise<Betting[]> {
  for (;;) {
    const answers = await Promise.all(
      [4, 14, 24, 34, 44, 54].map((option) =>
        fetch(`${url}/api/trade/game/current?siteInfoId=1&tradeOptionId=${option}`).then(
          (response) => response.json() as Promise<Current>,
        ),
      ),
    )
    const open = answers.flatMap(({ betting }) => (betting?.isBettable ? [betting] : []))
    const left = (open[0]?.lockAt ?? 0) - (answers[0]?.serverTime ?? 0)
    if (open.length === answers.length && left > (seconds + 5) * 1_000) return open
    await pause(1_000)
  }
}

/** One stake: members in turn, sides alternating, so that neither the member's nor the round's limit is met. Resolves with its answer, throws where it is refused. */
export async function stake(
  http: RawHttp,
  tokens: readonly string[],
  open: readonly Pick<Betting, 'id'>[],
  turn: number,
): Promise<string> {
  const member = turn % tokens.length
  const tradeRoundId = open[Math.floor(turn / tokens.length / 4) % open.length]?.id
  const type = member % 2 === 0 ? 'B' : 'S'
  const { status, body } = await http.call(
    `POST /api/trade/history/betting?siteInfoId=1 HTTP/1.1\r\nauthorization: Bearer ${tokens[member]}\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\n`,
    `{"point":"5000","tradeRoundId":${tradeRoundId},"type":"${type}"}`,
  )
  if (status !== 200) throw new Error(`a bet was answered ${status}: ${body}`)
  return body
}
