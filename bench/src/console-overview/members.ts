// The members of `console-overview`: opens their sockets and trades for them at a steady rate, in a process of its own, so that none of it counts as the
// page's or the server's work.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import WebSocket from 'ws'
import { RawHttp } from '../support/raw-http.ts'
import type { Known } from './shown.ts'

/** These members come, and stay. */
export interface Arrive {
  readonly port: number
  readonly members: readonly { readonly username: string; readonly token: string }[]
  /** Each second, of all members together. */
  readonly bets: number
  readonly orders: number
  readonly deposits: number
}

/** What came of it; said once all sockets are open, and on each request for it. */
export interface Done {
  readonly open: number
  readonly bets: number
  readonly orders: number
  readonly deposits: number
  /** The deposits, and when each was answered. */
  readonly answered: readonly Known[]
  /** How often a call was refused, by its code. */
  readonly refused: Readonly<Record<string, number>>
}

const perAddress = 150
/** Of Bitcoin, Ethereum and Dogecoin, the first perpetuals of a site. */
const quantities = ['0.5', '0.5', '500']
const done = {
  open: 0,
  bets: 0,
  orders: 0,
  deposits: 0,
  answered: [] as Known[],
  refused: {} as Record<string, number>,
}

process.on('message', (request: Arrive | 'tell') => {
  if (request === 'tell') tell()
  else void arrive(request)
})

const tell = () => process.send!(done satisfies Done)

async function arrive({ port, members, ...rates }: Arrive): Promise<void> {
  const http = new RawHttp(port, 32)
  for (let from = 0; from < members.length; from += 50)
    await Promise.all(members.slice(from, from + 50).map((member, n) => connect(port, member, from + n)))
  tell()
  const tokenOf = (n: number) => members[n % members.length]!.token
  const post = async (what: 'bets' | 'orders' | 'deposits', n: number, path: string, body: object) => {
    const head = `POST ${path}?siteInfoId=1 HTTP/1.1\r\nauthorization: Bearer ${tokenOf(n)}\r\ncontent-type: application/json\r\nidempotency-key: ${randomUUID()}\r\n`
    const { status, body: answer } = await http.call(head, JSON.stringify(body))
    if (status < 300) {
      done[what] += 1
      if (what === 'deposits') done.answered.push([(JSON.parse(answer) as { id: number }).id, Date.now()])
    } else {
      const code = /"code":"(\w+)"/.exec(answer)?.[1] ?? String(status)
      done.refused[code] = (done.refused[code] ?? 0) + 1
    }
  }
  const rounds = await openRounds(port)
  await Promise.all([
    steadily(rates.bets, async (n) => {
      const round = rounds()
      const body = { point: '5000', tradeRoundId: round, type: n % 3 === 0 ? 'S' : 'B' }
      if (round !== null) await post('bets', n, '/api/trade/history/betting', body)
    }),
    steadily(rates.orders, (n) => {
      // A member opens, and closes when his turn comes again; every other one the other way.
      const isLong = (Math.floor(n / members.length) + n) % 2 === 0
      const side = isLong ? 'LONG' : 'SHORT'
      const body = { futuresOptionId: 1 + (n % 3), side, marketType: 'MARKET', qty: quantities[n % 3] }
      return post('orders', n, '/api/futures/order', body)
    }),
    steadily(rates.deposits, (n) =>
      post('deposits', n, '/api/dnw/deposit/apply', { walletType: 'BINARY', point: '50000' }),
    ),
  ])
}

/** Calls at fixed times, whatever the answers do, until the process ends. */
async function steadily(perSecond: number, act: (n: number) => Promise<void>): Promise<never> {
  const began = performance.now()
  for (let n = 0; ; n += 1) {
    await pause(Math.max(0, began + (n / perSecond) * 1_000 - performance.now()))
    void act(n)
  }
}

/** The server takes 200 sockets of one address: they come from several of the loopback network. */
async function connect(port: number, { username, token }: Arrive['members'][number], index: number): Promise<void> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/bx_ws`, ['v12.stomp'], {
    perMessageDeflate: false,
    localAddress: `127.0.1.${1 + Math.floor(index / perAddress)}`,
  })
  await once(ws, 'open')
  ws.send(
    `CONNECT\naccept-version:1.2\nhost:bench\nsiteInfoId:1\nlogin:${username}\nAuthorization:Bearer ${token}\n\n\0`,
  )
  await once(ws, 'message')
  for (const destination of ['/user/queue/trade', '/user/queue/point', '/user/queue/futures', '/topic/notice/1'])
    ws.send(`SUBSCRIBE\nid:${destination}\ndestination:${destination}\n\n\0`)
  await once(ws, 'message')
  ws.on('message', () => undefined)
  ws.on('close', () => {
    done.open -= 1
  })
  done.open += 1
}

/** Of the rounds that take bets, one after another; asked for each second. */
async function openRounds(port: number): Promise<() => number | null> {
  let open: number[] = []
  let turn = 0
  const look = async () => {
    const found = await Promise.all(
      [2, 3, 4, 12, 13, 14].map(async (option) => {
        const url = `http://127.0.0.1:${port}/api/trade/game/current?siteInfoId=1&tradeOptionId=${option}`
        const { betting } = (await (await fetch(url)).json()) as { betting: { id: number; isBettable: boolean } | null }
        return betting?.isBettable ? [betting.id] : []
      }),
    )
    open = found.flat()
  }
  await look()
  setInterval(() => void look().catch(() => undefined), 1_000)
  return () => open[turn++ % Math.max(open.length, 1)] ?? null
}
