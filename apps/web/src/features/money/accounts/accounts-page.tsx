import '../money.css'
import './accounts.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { PayoutAccount } from '@maru/contract'
import { Button, Empty, Icon, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneySiteQuery } from '../../../protection/money-site-query.ts'
import { PayoutAccountSheet } from '../payout-account-sheet.tsx'
import { payoutAccountsQuery } from '../queries.ts'
import { AccountRow } from './account-row.tsx'
import { AddressSheet } from './address-sheet.tsx'
import { accountTexts } from './texts.ts'

/** /balances/accounts: where a member's money may go, and from when on. */
export default function AccountsPage() {
  const t = useTexts(accountTexts)
  const accounts = useQuery(payoutAccountsQuery)
  const site = useQuery(moneySiteQuery)
  const [sheet, setSheet] = useState<'bank' | 'address' | null>(null)
  const close = () => setSheet(null)
  const failed = [accounts, site].find(({ isError }) => isError)
  if (failed)
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void Promise.all([accounts.refetch(), site.refetch()])}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  if (!accounts.data || !site.data)
    return (
      <main id="main" className="pad" aria-busy="true">
        <Skeleton height={160} />
      </main>
    )
  const of = (kind: PayoutAccount['kind']) => accounts.data.filter((one) => one.kind === kind)
  const hasCoins = site.data.coins.some(({ isWithdraw }) => isWithdraw)
  return (
    <main id="main" className="money">
      <section className="pad" aria-labelledby="banks">
        <h2 id="banks">{t('banks')}</h2>
        <p className="cap-l">{t('bankHint')}</p>
        <List accounts={of('BANK')} none={t('noBank')} />
        <Button className="wide" aria-haspopup="dialog" onClick={() => setSheet('bank')}>
          <Icon name="plus" small />
          {t('addBank')}
        </Button>
      </section>
      {hasCoins && (
        <>
          <div className="band" />
          <section className="pad" aria-labelledby="addresses">
            <h2 id="addresses">{t('addresses')}</h2>
            <p className="cap-l">{t('addressHint')}</p>
            <List accounts={of('ADDRESS')} none={t('noAddress')} />
            <Button className="wide" aria-haspopup="dialog" onClick={() => setSheet('address')}>
              <Icon name="plus" small />
              {t('addAddress')}
            </Button>
          </section>
        </>
      )}
      <PayoutAccountSheet open={sheet === 'bank'} onClose={close} />
      <AddressSheet open={sheet === 'address'} onClose={close} site={site.data} />
    </main>
  )
}

function List({ accounts, none }: { accounts: readonly PayoutAccount[]; none: string }) {
  if (accounts.length === 0) return <p className="outs-none">{none}</p>
  return (
    <ul className="outs">
      {accounts.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
    </ul>
  )
}
