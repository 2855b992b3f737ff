import { Coin, type WalletType } from '@maru/contract'
import { type Command, tables } from '@maru/core'
import type { CoinEvent, Confirmation } from '@maru/provider-protocol'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { amountOf } from './amounts.ts'
import { Unreadable } from './unreadable.ts'

export type CoinFact = Extract<Extract<Command, { kind: 'providerFact' }>['fact'], { kind: 'coin' }>
type Come = Pick<z.output<typeof CoinEvent>, 'txid' | 'output' | 'to' | 'token' | 'confirmations'>

/** How many confirmations a row has room for. */
const mostConfirmations = 1_000_000

/**
 * What the core is told of coins, however the house heard of them: the amount and whether they are gone are what the provider answers when
 * it is asked. Throws Unreadable where the answer is about another coin than was told of.
 */
export async function coinFact(
  { db }: Pick<Deps, 'db'>,
  siteId: number,
  { txid, output, to, token, confirmations }: Come,
  answer: Confirmation,
): Promise<CoinFact> {
  const coin = Coin.safeParse(to.coin)
  if (!coin.success) throw new Unreadable(`no wallet holds ${to.coin}`)
  if (answer.currency !== coin.data)
    throw new Unreadable(`the provider says ${answer.amount} ${answer.currency} when it is asked`)
  const place = [siteId, to.network, txid, output] as const
  return db.tenant(siteId, async (tx) => {
    const [owner] =
      token === undefined
        ? await tx.query<{ member_id: string }>(
            'select member_id from deposit_address where site_id = $1 and network = $2 and address = $3 and tag = $4',
            [siteId, to.network, to.address, to.tag ?? ''],
          )
        : []
    const [closed] = await select(tx, tables.arrivals, closedByPlace, place)
    const settled = await settledOf(tx, place)
    return {
      kind: 'coin',
      network: to.network,
      txid,
      output,
      coin: coin.data,
      amount: amountOf(answer.amount, coin.data),
      confirmations: Math.min(confirmations, answer.confirmations ?? confirmations, mostConfirmations),
      reorged: answer.state === 'REVERSED',
      memberId: owner === undefined ? null : Number(owner.member_id), // nobody's address, no tag, or a token of no worth
      walletType: walletOf(coin.data),
      closed: closed ?? null,
      settled,
    }
  })
}

const closedByPlace = 'where site_id = $1 and network = $2 and txid = $3 and output = $4 and closed_at is not null'

const settledByPlace = `where site_id = $1 and house_account = 'COIN_HOT' and house_sub = $2 and reference = $3 || ':' || $4::text
  and state in ('ASSIGNED', 'RETURNED')`

/** What of the coins was in suspense and the desk has dealt with, and the deposits that it became. */
async function settledOf(tx: Tx, place: readonly [siteId: number, ...name: unknown[]]): Promise<CoinFact['settled']> {
  const rows = await select(tx, tables.suspenses, settledByPlace, place)
  const ids = rows.flatMap(({ dnwId }) => dnwId ?? [])
  const deposits = await select(tx, tables.dnw, 'where site_id = $1 and id = any ($2)', [place[0], ids])
  return rows.map((row) => ({ row, deposit: deposits.find(({ id }) => id === row.dnwId) ?? null }))
}

/** Coins that margin trading uses go there, all others into their own wallet. */
const walletOf = (coin: Coin): WalletType => (coin === 'USDT' ? 'FUTURES' : coin)
