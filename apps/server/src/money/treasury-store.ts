import type { Currency } from '@maru/contract'
import { formatMinor } from '@maru/core'
import type { Tx } from '../ports.ts'
import { providerOfAccount } from '../statements/index.ts'

type Kind = 'HELD' | 'OWED' | 'OWN'

const held = ['BANK_KRW', 'COIN_HOT', 'COIN_COLD', 'PROVIDER_CLEARING']
const owed = [
  'WITHDRAWAL_PENDING',
  'DEPOSIT_SUSPENSE',
  'P2P_ESCROW',
  'FX_CLEARING',
  'PARTNER_PAYABLE',
  'TRADER_PAYABLE',
  'INSURANCE_FUND',
]

interface HouseAccount {
  readonly account: string
  readonly sub: string
  readonly currency: Currency
  readonly kind: Kind
  readonly balance: bigint
}

/** Coins that merchants brought are theirs: they lie in an account that the house holds, and are owed to them. */
function kindOf({ account, sub }: Pick<HouseAccount, 'account' | 'sub'>): Kind {
  if (owed.includes(account) || (account === 'PROVIDER_CLEARING' && sub.startsWith('p2p-'))) return 'OWED'
  return held.includes(account) ? 'HELD' : 'OWN'
}

/** The house's accounts of a site; what it holds is above zero where something is there. */
export async function houseAccountsOf(tx: Tx, siteId: number): Promise<HouseAccount[]> {
  const rows = await tx.query<{ account: string; sub: string; currency: Currency; balance: string }>(
    'select account, sub, currency, balance from house_account where site_id = $1 order by account, sub, currency',
    [siteId],
  )
  return rows.map(({ balance, ...row }) => {
    const kind = kindOf(row)
    return { ...row, kind, balance: kind === 'HELD' ? -BigInt(balance) : BigInt(balance) }
  })
}

/** The newest statement of each account that a provider keeps, and what the ledger says of it now. */
export async function newestStatements(tx: Tx, siteId: number) {
  const rows = await tx.query<{
    provider: string
    currency: Currency
    day: string
    closing: string
    is_final: boolean
    read_at: string
    ledger: string
  }>(
    `select distinct on (d.provider, d.currency) d.provider, d.currency, d.day::text, coalesce(d.corrected_closing, d.closing) as closing, d.is_final, d.read_at,
            coalesce((select -sum(balance) from house_account p where p.site_id = d.site_id and p.currency = d.currency
                        and ${providerOfAccount} = d.provider), 0) as ledger
     from statement_day d where d.site_id = $1 order by d.provider, d.currency, d.day desc`,
    [siteId],
  )
  return rows.map(({ provider, currency, day, closing, is_final, read_at, ledger }) => ({
    provider,
    currency,
    day,
    closing: formatMinor(BigInt(closing), currency),
    isFinal: is_final,
    readAt: Number(read_at),
    ledger: formatMinor(BigInt(ledger), currency),
  }))
}
