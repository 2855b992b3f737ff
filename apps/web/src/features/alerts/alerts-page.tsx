import './alerts.css'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Empty, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { AddSheet } from '../../kit/alerts/add-sheet.tsx'
import { alertsQuery } from '../../kit/alerts/query.ts'
import { PriceAlerts } from './price-alerts.tsx'
import { PushCard } from './push-card.tsx'
import { alertTexts } from './texts.ts'
import { Ways } from './ways.tsx'
import { Wishes } from './wishes.tsx'

/** A ring turns an alert off: read again so often. */
const ringsMs = 10_000

/** What a member is told of: prices, liquidation, rounds, orders and money; how, and when not. */
export default function AlertsPage() {
  const t = useTexts(alertTexts)
  const { data, isError, refetch } = useQuery({ ...alertsQuery, refetchInterval: ringsMs })
  const [isAdding, setAdding] = useState(false)
  return (
    <main id="main" className="al">
      {!data && !isError && <Skeleton height={240} className="al-wait" />}
      {!data && isError && (
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      )}
      {data && (
        <>
          <Link to="/more/message" className="link al-box">
            {t('received')}
          </Link>
          <PushCard publicKey={data.publicKey} />
          <PriceAlerts alerts={data.alerts} onAdd={() => setAdding(true)} />
          <div className="band" />
          <Wishes setting={data.setting} />
          <div className="band" />
          <Ways setting={data.setting} hasMail={data.hasMail} />
          <AddSheet open={isAdding} stock={null} onClose={() => setAdding(false)} />
        </>
      )}
    </main>
  )
}
