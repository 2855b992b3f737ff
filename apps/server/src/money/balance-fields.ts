import type { ApprovalField, Currency, WalletType } from '@maru/contract'
import { inEach } from '@maru/contract/language'
import { tables } from '@maru/core'
import { field, moneyText } from '../approvals/index.ts'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'

/** A balance when something is requested, and after it. Trades move it meanwhile, so nothing is refused because it is another one. */
export function balanceField(name: { ko: string; en: string }, before: bigint, after: bigint, currency: Currency) {
  const [now, then] = [moneyText(before, currency), moneyText(after, currency)]
  const label = { ko: `${name.ko} 잔액, 신청 때 → 처리 뒤`, en: `Balance of ${name.en}, at the request → after` }
  return field(
    label,
    null,
    inEach((language) => `${now[language]} → ${then[language]}`),
  )
}

/** What a member's wallet holds and what of it is reserved, in minor units; zero where he has none. */
export async function walletMoney(
  tx: Tx,
  { siteId, memberId, type }: { readonly siteId: number; readonly memberId: number; readonly type: WalletType },
): Promise<{ readonly posted: bigint; readonly reserved: bigint }> {
  const [row] = await select(tx, tables.wallets, 'where site_id = $1 and member_id = $2 and type = $3', [
    siteId,
    memberId,
    type,
  ])
  return row ?? { posted: 0n, reserved: 0n }
}

/** Where what is taken is bounded by what is there: how much that is at the request. */
export const boundField = (taken: bigint, asked: bigint, currency: Currency): ApprovalField[] =>
  taken >= asked
    ? []
    : [field({ ko: '실제로 차감되는 금액', en: 'Deducted at most' }, null, moneyText(taken, currency))]
