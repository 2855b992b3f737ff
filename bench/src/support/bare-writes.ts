import { randomUUID } from 'node:crypto'
import {
  type BetRow,
  fieldsOf,
  type PostingRow,
  type RoundRow,
  replyKey,
  type StoredReplyRow,
  type Table,
  tables,
  type WalletRow,
} from '@maru/core'
import pg from 'pg'
import { ArraySpace } from '../../../apps/server/src/journal/binary-array.ts'
import { byKeySettings } from '../../../apps/server/src/journal/by-key.ts'
import { addMissing, insertOf, type Statement, updateOf } from '../../../apps/server/src/journal/statement.ts'
import { findReply } from './bare-trading.ts'
import { type House, openRound, siteId } from './house.ts'

/** The bench knows no earlier form of a row: it writes all that may change. */
const setOf = <T extends Table>(table: T) => updateOf(table, fieldsOf(table, 'changing'), `bench_${table.name}`)

/** The journal's statements for what the bench writes. */
const statements = {
  addRounds: insertOf(tables.rounds),
  rounds: setOf(tables.rounds),
  addBets: insertOf(tables.bets),
  bets: setOf(tables.bets),
  wallets: setOf(tables.wallets),
  house: setOf(tables.house),
  postings: insertOf(tables.postings),
  replies: insertOf(tables.replies),
}

/** Rows as the core makes them for a bet, under an id and a round of the bench's own. */
interface BetRows {
  readonly bet: BetRow
  readonly wallet: WalletRow
  readonly reply: StoredReplyRow
}

let nextId = 8_000_000_000_000
let nextMember = 0

function rowsOf(house: House, roundId: number): BetRows {
  const id = nextId++
  const memberId = house.members[nextMember++ % house.members.length] as number
  const at = house.clock.now()
  const bet: BetRow = {
    siteId,
    id,
    tradeRoundId: roundId,
    optionId: 4,
    memberId,
    side: 'B',
    point: 1_000n,
    bonusPoint: 0n,
    bonusParts: [],
    payoutRateBp: 19_000,
    acceptedAt: at,
    leafIndex: id - 8_000_000_000_000,
    salt: 'c0ffee00c0ffee00c0ffee00c0ffee00',
    status: 0,
    strikePrice: null,
    strikeTick: null,
    closePrice: null,
    profit: 0n,
    voidReason: null,
    settledAt: null,
    settledWall: null,
  }
  const wallet = walletOf(memberId, 1_000n)
  const reply: StoredReplyRow = {
    ...replyKey(siteId, { kind: 'member', id: memberId }, randomUUID()),
    route: 'POST /api/trade/history/betting',
    bodyHash: '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
    status: 200,
    body: sampleReply(id, roundId, at),
    at,
  }
  return { bet, wallet, reply }
}

/** A wallet of the bench's own beside that of a member. */
const walletOf = (memberId: number, reserved: bigint): WalletRow => ({
  siteId,
  memberId: memberId + 1_000_000_000,
  type: 'BINARY',
  currency: 'KRW',
  posted: 100_000_000n,
  reserved,
})

/** As large as a real reply: its shape is copied from the first bet that the core accepted. */
let sample: Record<string, unknown> | null = null
function sampleReply(id: number, tradeRoundId: number, acceptedAt: number): unknown {
  if (sample === null) throw new Error('no reply was seen yet')
  return { ...sample, id, tradeRoundId, acceptedAt }
}

async function prepare(house: House): Promise<RoundRow> {
  const [row] = await house.run(`select body from stored_reply where status = 200 limit 1`)
  sample = JSON.parse(row?.['body'] ?? 'null')
  // Rounds of the bench's own: the core must not find bets that it did not make.
  const round = { ...openRound(house), id: nextId++, startAt: nextId, settledAt: 1 }
  await house.run(statements.addRounds.text, valuesOf(statements.addRounds, [round]))
  const wallets = house.members.map((memberId) => walletOf(memberId, 0n))
  await house.opened.db.system((tx) => addMissing(tx, tables.wallets, wallets))
  return round
}

/**
 * What the journal's rows cost by themselves: per batch of 256 bets their bets, wallets, replies and the round, by the same statements, in one
 * transaction whose statements are sent together; two batches under way, as in the journal. No core, no keys looked up, no lease.
 */
export async function bareBatches(house: House, seconds: number): Promise<number> {
  const round = await prepare(house)
  const client = new pg.Client({ ...house.opened.core, pipeline: true })
  await client.connect()
  await client.query(byKeySettings)
  const began = performance.now()
  const until = began + seconds * 1_000
  let written = 0
  const stream = async () => {
    while (performance.now() < until) {
      const rows = Array.from({ length: 256 }, () => rowsOf(house, round.id))
      await Promise.all([
        client.query('begin'),
        write(client, statements.rounds, [round]),
        write(
          client,
          statements.addBets,
          rows.map(({ bet }) => bet),
        ),
        write(
          client,
          statements.wallets,
          rows.map(({ wallet }) => wallet),
        ),
        write(
          client,
          statements.replies,
          rows.map(({ reply }) => reply),
        ),
        client.query('commit'),
      ])
      written += rows.length
    }
  }
  await Promise.all([stream(), stream()])
  const rate = written / ((performance.now() - began) / 1_000)
  await client.end()
  return rate
}

/**
 * The plain way: for each bet one transaction that looks the key up, takes the stake if the balance covers it, and inserts the bet and the
 * reply, over eight connections; prepared statements, sent without waiting for each other where that is possible.
 */
export async function oneTransactionABet(house: House, seconds: number): Promise<number> {
  const round = await prepare(house)
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new pg.Client({ ...house.opened.core, pipeline: true })
      await client.connect()
      return client
    }),
  )
  // Eight members apart, so that no two connections meet on one wallet.
  const began = performance.now()
  const until = began + seconds * 1_000
  let written = 0
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const { bet, wallet, reply } = rowsOf(house, round.id)
        const looked = [
          client.query('begin'),
          client.query({
            name: 'key',
            text: findReply,
            values: [reply.siteId, reply.actorKind, reply.actorId, reply.key],
          }),
          client.query({
            name: 'take',
            text: `update wallet set reserved = reserved + $3 where site_id = $1 and member_id = $2 and type = 'BINARY' and currency = 'KRW' and posted - reserved >= $3`,
            values: [wallet.siteId, bet.memberId, '0'],
          }),
        ]
        await Promise.all(looked)
        await Promise.all([
          write(client, statements.addBets, [bet]),
          write(client, statements.replies, [reply]),
          client.query('commit'),
        ])
        written += 1
      }
    }),
  )
  const rate = written / ((performance.now() - began) / 1_000)
  await Promise.all(clients.map((client) => client.end()))
  return rate
}

/** Seconds that the rows of a settled round take by themselves: bets, wallets and postings in batches, two under way. */
export async function bareSettlement(house: House, roundId: number, betsABatch = 250): Promise<number> {
  const bets = await house.run(
    'select id, member_id, side, point, accepted_at, leaf_index, option_id, profit from bet where trade_round_id = $1 order by leaf_index',
    [roundId],
  )
  const client = new pg.Client({ ...house.opened.core, pipeline: true })
  await client.connect()
  await client.query(byKeySettings)
  const [sampleWallet] = await house.run(`select posted from wallet limit 1`)
  const at = house.clock.now()
  let next = 0
  const began = performance.now()
  const stream = async () => {
    for (let from = next; from < bets.length; from = next) {
      next = from + betsABatch
      const chunk = bets.slice(from, next)
      const rows = chunk.map((row) => settledRows(row, roundId, at, BigInt(sampleWallet?.['posted'] ?? 0)))
      const house_ = [{ siteId, account: 'PNL_ROUND', sub: '', currency: 'KRW', balance: BigInt(from) }] as const
      const wallets = new Map(rows.map(({ wallet }) => [wallet.memberId, wallet]))
      await Promise.all([
        client.query('begin'),
        write(
          client,
          statements.bets,
          rows.map(({ bet }) => bet),
        ),
        write(client, statements.wallets, [...wallets.values()]),
        write(client, statements.house, house_),
        write(
          client,
          statements.postings,
          rows.flatMap(({ postings }) => postings),
        ),
        client.query('commit'),
      ])
    }
  }
  await Promise.all([stream(), stream()])
  const seconds = (performance.now() - began) / 1_000
  await client.end()
  return seconds
}

const valuesOf = <R>({ values }: Pick<Statement<R>, 'values'>, rows: readonly R[]) =>
  values(rows, new ArraySpace(65_536))

const write = <R>(client: pg.Client, { name, text, values }: Statement<R>, rows: readonly R[]) =>
  client.query({ name, text, values: values(rows, new ArraySpace(65_536)) })

function settledRows(row: Record<string, string>, roundId: number, at: number, posted: bigint) {
  const memberId = Number(row['member_id'])
  const profit = BigInt(row['profit'] ?? 0)
  const txnId = nextId++
  const common = {
    siteId,
    txnId,
    currency: 'KRW',
    reason: profit > 0n ? 'ROUND_WIN' : 'ROUND_LOSS',
    refId: Number(row['id']),
    at,
    wall: at,
  }
  const bet: BetRow = {
    siteId,
    id: Number(row['id']),
    tradeRoundId: roundId,
    optionId: Number(row['option_id']),
    memberId,
    side: row['side'] as 'B' | 'S',
    point: BigInt(row['point'] ?? 0),
    bonusPoint: 0n,
    bonusParts: [],
    payoutRateBp: 19_000,
    acceptedAt: Number(row['accepted_at']),
    leafIndex: Number(row['leaf_index']),
    salt: 'c0ffee00c0ffee00c0ffee00c0ffee00',
    status: profit > 0n ? 1 : 2,
    strikePrice: 650_000,
    strikeTick: null,
    closePrice: 650_500,
    profit,
    voidReason: null,
    settledAt: at,
    settledWall: at,
  }
  const wallet: WalletRow = { siteId, memberId, type: 'BINARY', currency: 'KRW', posted, reserved: 0n }
  const postings: PostingRow[] = [
    { ...common, id: nextId++, account: 'MEMBER', sub: '', memberId, walletType: 'BINARY', amount: profit },
    { ...common, id: nextId++, account: 'PNL_ROUND', sub: '', memberId: null, walletType: null, amount: -profit },
  ]
  return { bet, wallet, postings }
}
