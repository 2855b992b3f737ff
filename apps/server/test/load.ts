import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CurrentGame, LoginReply } from '@maru/contract'
import { marketInstruments } from '@maru/market'
import { demoRoundOptions } from '../src/seed/index.ts'

/** One answer, or null where the connection gave none. */
export interface Answered {
  readonly path: string
  readonly status: number | null
  readonly code: string | null
}
export type Call = (path: string, init?: RequestInit) => Promise<Answered & { readonly body: unknown }>

/** Guests behind a proxy, each with an address of its own: 300 reads a second, none above the rate of its address. */
const readers = 100
const readEveryMs = 333
/** 100 bets a second, no member above his rate. */
const betters = 40
const betEveryMs = 400
/** Rules A: bets of a member in a round, and the time between them. */
const mostBets = 5
const betweenBetsMs = 1_100

const options = demoRoundOptions(marketInstruments)
  .filter(({ siteId, isPlay, type }) => siteId === 1 && isPlay && type.startsWith('R'))
  .map(({ id, stock }) => ({ id, stock }))
const password = 'a long enough passphrase'

/** Signs members up and has them bet on the rounds that the readers see. A bet is sent again with its key until it is answered for certain. */
export async function startLoad(call: Call) {
  const bets = new Map<string, number>()
  const open = new Map<number, { readonly id: number; readonly until: number }>()
  let stopped = false
  const tokens: string[] = []
  for (let n = 0; n < betters; n += 1) tokens.push(await signUp(n))

  /** Asks every `everyMs` from its own start on; what took longer is not made up for. */
  async function regularly(n: number, of: number, everyMs: number, ask: (turn: number) => Promise<void>) {
    let due = Date.now() + (n * everyMs) / of
    for (let turn = n; !stopped; turn += 1) {
      await pause(Math.max(0, due - Date.now()))
      if (!stopped) await ask(turn)
      due = Math.max(due + everyMs, Date.now())
    }
  }

  async function read(n: number, turn: number): Promise<void> {
    const headers = { 'x-forwarded-for': `203.0.113.${n}` }
    const { id, stock } = options[turn % options.length]!
    const kind = Math.floor(turn / options.length + n) % 3
    if (kind === 0) await call(`/api/trade/game/recent?siteInfoId=1&tradeOptionId=${id}`, { headers })
    else if (kind === 1) {
      const endTime = Date.now() - (turn % 600) * 60_000
      await call(`/api/stock/chart_page?siteInfoId=1&stock=${stock}&interval=1m&size=20&endTime=${endTime}`, {
        headers,
      })
    } else {
      const { status, body } = await call(`/api/trade/game/current?siteInfoId=1&tradeOptionId=${id}`, { headers })
      if (status !== 200) return
      const { betting, serverTime } = body as CurrentGame
      if (betting === null || !betting.isBettable) open.delete(id)
      else open.set(id, { id: betting.id, until: Date.now() + betting.lockAt - serverTime - 500 })
    }
  }

  /** Takes the options in turn, each as often as the rules let a member bet. */
  function better(n: number) {
    const placed = new Map<number, number>()
    const last = new Map<number, number>()
    let next = n
    return async () => {
      const now = Date.now()
      for (let tried = 0; tried < options.length; tried += 1) {
        next = (next + 1) % options.length
        const option = options[next]!.id
        const round = open.get(option)
        if (round === undefined || round.until < now || (last.get(option) ?? 0) > now - betweenBetsMs) continue
        const before = placed.get(round.id) ?? 0
        if (before >= mostBets) continue
        placed.set(round.id, before + 1)
        last.set(option, now)
        return betSurely(n, round.id)
      }
    }
  }

  async function betSurely(n: number, tradeRoundId: number): Promise<void> {
    const key = randomUUID()
    const init = post(n, { point: '5000', tradeRoundId, type: n % 2 === 0 ? 'B' : 'S' }, tokens[n], key)
    while (!stopped) {
      const { status, code, body } = await call('/api/trade/history/betting?siteInfoId=1', init)
      if (status === 200) bets.set(key, (body as { id: number }).id)
      if (status !== null && code !== 'TRY_AGAIN_LATER' && code !== 'RATE_LIMITED') return
      await pause(betEveryMs)
    }
  }

  async function signUp(n: number): Promise<string> {
    const person = { username: `load${n}`, password, nick: `부하${n}`, name: '김부하', phone: `010-7000-${1_000 + n}` }
    const made = await call('/api/player', post(n, { ...person, siteInfoId: 1 }))
    if (made.status !== 200) throw new Error(`sign-up: ${JSON.stringify(made.body)}`)
    const login = await call('/api/login', post(n, { username: person.username, password, siteInfoId: 1 }))
    if (login.status !== 200) throw new Error(`sign-in: ${JSON.stringify(login.body)}`)
    return (login.body as LoginReply).accessToken
  }

  const running = Promise.all([
    ...Array.from({ length: readers }, (_, n) => regularly(n, readers, readEveryMs, (turn) => read(n, turn))),
    ...tokens.map((_, n) => regularly(n, betters, betEveryMs, better(n))),
  ])

  return {
    /** Bets that were acknowledged, by their key. */
    bets,
    async end(): Promise<void> {
      stopped = true
      await running
    },
  }
}

/** A member's request through the proxy that the server trusts. */
function post(n: number, body: object, token?: string, key?: string): RequestInit {
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.100.${n}`,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  }
}
