import { tables } from '@maru/core'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import { absent, type CoinFact, coinFact, type Provider, reportFact, Unreadable } from '../providers/index.ts'
import { openLines } from './lines.ts'
import { webhookGraceMs } from './tell-deposit.ts'

/** So many coins of either kind a site are asked for in one run, the oldest first. */
const mostAsked = 500
const namePattern = /^(.{1,100}):(\d{1,6})$/

/** Coins that came and of which the provider may have told nothing, or not all. */
interface Missed {
  readonly txid: string
  readonly output: number
  readonly currency: string
  /** What the statement says came; null: the house knows the coins, and asks how they stand. */
  readonly amount: bigint | null
  readonly network: string | null
}

/**
 * Asks the provider of coins for those whose webhooks are lost, and tells the core what it says: coins on the statement that nobody told of,
 * and coins that still wait for the network. The core knows coins by network, transaction and output, so a webhook that comes after all
 * changes nothing. What the provider says otherwise than its statement credits nothing. Returns how many commands the core took.
 */
export async function tellCoins(
  deps: Pick<Deps, 'db' | 'core' | 'log'>,
  provider: Provider,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  const { siteId } = provider
  let told = 0
  for (const missed of await missedCoins(deps, siteId, now)) {
    signal.throwIfAborted()
    const name = `${missed.txid}:${missed.output}`
    const answer = await provider.confirmation(name)
    if (answer === null) break // it cannot be asked now: the next run asks
    if (answer === absent) continue
    try {
      const to =
        answer.to ?? (missed.network === null ? null : { coin: missed.currency, network: missed.network, address: '' })
      if (to === null) throw new Unreadable('the provider does not say where they came')
      const { txid, output } = missed
      const confirmations = answer.confirmations ?? 0
      const token = answer.token
      const fact = await coinFact(deps, siteId, { txid, output, to, token, confirmations }, answer)
      if (differs(missed, fact))
        throw new Unreadable(`the provider says ${answer.amount} ${answer.currency} when it is asked`)
      const key = `asked:${name}:${answer.state}:${confirmations}:${fact.amount}`
      const { status } = await reportFact(deps, { siteId, provider: 'coin', event: key }, fact)
      if (status < 400) told += 1
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      deps.log.error({ siteId, coins: name, why: error.message }, 'coins that nobody told of cannot be credited')
    }
  }
  return told
}

const differs = ({ amount, currency, network }: Missed, fact: CoinFact): boolean =>
  fact.coin !== currency ||
  (amount !== null && fact.amount !== amount) ||
  (network !== null && fact.network !== network)

/** Coins on statements that nothing of the house shows, and coins that wait, both for longer than a webhook is on its way. */
async function missedCoins({ db }: Pick<Deps, 'db'>, siteId: number, now: number): Promise<Missed[]> {
  const before = now - webhookGraceMs
  return db.system(async (tx) => {
    const waiting = await select(
      tx,
      tables.arrivals,
      'where site_id = $1 and closed_at is null and created_at <= $2 order by created_at limit $3',
      [siteId, before, mostAsked],
    )
    const lines = (await openLines(tx, siteId)).filter(
      ({ provider, kind, amount, seenAt }) =>
        provider === 'coin' && kind === 'deposit' && amount > 0n && seenAt <= before,
    )
    const known = new Set(waiting.map(({ txid, output }) => `${txid}:${output}`))
    const unknown = lines.flatMap(({ providerRef, currency, amount }): Missed[] => {
      const [, txid, output] = namePattern.exec(providerRef) ?? []
      return txid === undefined || known.has(providerRef)
        ? []
        : [{ txid, output: Number(output), currency, amount, network: null }]
    })
    const open = waiting.map(({ txid, output, coin, network }) => ({
      txid,
      output,
      currency: coin,
      amount: null,
      network,
    }))
    return [...open, ...unknown.slice(0, mostAsked)]
  })
}
