import { useTexts } from '@maru/client/i18n/texts'
import { lazyPart } from '@maru/client/page/chunk-recovery'
import { Icon } from '@maru/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../session/store.ts'
import { OpenedLater } from '../../shell/opened-later.tsx'
import { nameOf } from '../../trading/index.ts'
import { alertsQuery } from './query.ts'
import { alertButtonTexts } from './texts.ts'
import './alert-button.css'

const loadSheet = async () => ({ default: (await import('./add-sheet.tsx')).AddSheet })
const AddSheet = lazyPart(loadSheet)

export interface AlertButtonProps {
  stock: string
  signedIn: boolean
}

/** Beside an instrument: how many of its price alerts are on, and the sheet that adds one. A guest is led to sign in. */
export function AlertButton({ stock, signedIn }: AlertButtonProps) {
  const t = useTexts(alertButtonTexts)
  if (signedIn) return <Mine stock={stock} />
  return (
    <Link to="/signin" className="ib al-b" aria-label={t('signIn')}>
      <Icon name="bell" small />
      <b>+</b>
    </Link>
  )
}

function Mine({ stock }: { stock: string }) {
  const t = useTexts(alertButtonTexts)
  const cache = useQueryClient()
  const unread = useSession((session) => session.unread)
  const [isOpen, setOpen] = useState(false)
  const name = nameOf(stock)
  const { data } = useQuery(alertsQuery)
  const count = data?.alerts.filter((alert) => alert.isOn && nameOf(alert.stock) === name).length ?? 0
  // An alert that rings comes as a message and may be off from then on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the count of messages is what is followed.
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: alertsQuery.queryKey })
  }, [cache, unread])
  return (
    <>
      <button
        type="button"
        className="ib al-b"
        aria-haspopup="dialog"
        aria-label={t('label', { name, count })}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" small />
        <b className="num">{count || '+'}</b>
      </button>
      <OpenedLater open={isOpen} load={loadSheet}>
        <AddSheet open={isOpen} stock={stock} onClose={() => setOpen(false)} />
      </OpenedLater>
    </>
  )
}
