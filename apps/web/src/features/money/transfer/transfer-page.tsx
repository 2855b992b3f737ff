import '../money.css'
import '../convert/convert.css'
import './transfer.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty, Segmented, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { walletQuery } from '../../../books/rounds/queries.ts'
import { useRequestNews } from '../use-request-news.ts'
import { MemberTransfer } from './member-transfer.tsx'
import { OwnTransfer } from './own-transfer.tsx'
import { transferTexts } from './transfer-texts.ts'

/** /wallet/transfer: between own wallets of one currency, or to another member of the site. */
export default function TransferPage() {
  const t = useTexts(transferTexts)
  const wallets = useQuery(walletQuery(true))
  const [kind, setKind] = useState<'own' | 'member'>('own')
  useRequestNews()
  if (wallets.isError)
    return (
      <main id="main">
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void wallets.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      </main>
    )
  const kinds = (['own', 'member'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <main id="main" className="money" aria-busy={wallets.isPending}>
      <div className="tr-kind">
        <Segmented label={t('kind')} choices={kinds} value={kind} onChange={setKind} />
      </div>
      {!wallets.data ? (
        <section className="pad" aria-hidden="true">
          <Skeleton height={100} />
          <Skeleton height={100} />
        </section>
      ) : kind === 'own' ? (
        <OwnTransfer wallets={wallets.data} />
      ) : (
        <MemberTransfer wallets={wallets.data} />
      )}
    </main>
  )
}
