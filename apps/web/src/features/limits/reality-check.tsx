import { call } from '@maru/client/api/client'
import { submitCommand } from '@maru/client/api/command'
import { useTexts } from '@maru/client/i18n/texts'
import { Button, Dialog, formatKrw, formatSigned, toast } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../api/error-text.ts'
import { queryClient } from '../../api/query-client.ts'
import { stateOf } from '../../books/rounds/bet-lane.ts'
import { limitsKey } from '../../protection/limits.ts'
import { lossShareQuery } from '../../protection/risk.ts'
import { signOut } from '../../session/session.ts'
import { useSession } from '../../session/store.ts'
import { askConfirm, showAlert } from '../../shell/alert.tsx'
import { useSite } from '../../site/store.ts'
import { continued, dueMinutes, netSince, type Stretch, stretchKey } from './reality.ts'
import { limitTexts } from './texts.ts'

const lookEveryMs = 15_000

/** On every page while signed in: every so often says how long it was and what was won or lost. One tap, Esc or a tap beside goes on. */
export function RealityCheck() {
  const memberId = useSession(({ status, me }) => (status === 'success' ? (me?.id ?? null) : null))
  const everyMs = useSite(({ site }) => site?.realityCheckMs)
  const left = useSession(({ status }) => status === 'logout' || status === 'fail')
  const [lastMember, setLastMember] = useState<number | null>(null)
  useEffect(() => {
    if (memberId !== null) setLastMember(memberId)
    // The next sign-in begins a new stretch.
    else if (left && lastMember !== null) localStorage.removeItem(stretchKey(lastMember))
  }, [memberId, left, lastMember])
  return memberId === null || everyMs === undefined ? null : (
    <Watch key={memberId} memberId={memberId} everyMs={everyMs} />
  )
}

function Watch({ memberId, everyMs }: { memberId: number; everyMs: number }) {
  const [due, setDue] = useState<{ minutes: number; net: number | null } | null>(null)
  useEffect(() => {
    let asking = false
    const look = async () => {
      const stretch = keep(memberId, continued(localStorage.getItem(stretchKey(memberId)), Date.now()))
      const minutes = dueMinutes(stretch, everyMs, Date.now())
      // A stake under way is not interrupted.
      if (minutes === null) setDue(null)
      if (asking || (minutes === null ? stretch.base !== null : stateOf('bet') !== null)) return
      asking = true
      const total = await totalProfit()
      asking = false
      if (minutes !== null) setDue((shown) => shown ?? { minutes, net: netSince(stretch, total) })
      else if (total !== undefined) keep(memberId, { ...stretch, base: total })
    }
    const lookNow = () => void look()
    // Another tab answered, or signed out. Nothing is written here: the tabs would answer each other for ever.
    const follow = ({ key, newValue }: StorageEvent) => {
      const stretch = key === stretchKey(memberId) && continued(newValue, Date.now())
      if (stretch && dueMinutes(stretch, everyMs, Date.now()) === null) setDue(null)
    }
    lookNow()
    const timer = setInterval(lookNow, lookEveryMs)
    addEventListener('storage', follow)
    document.addEventListener('visibilitychange', lookNow)
    return () => {
      clearInterval(timer)
      removeEventListener('storage', follow)
      document.removeEventListener('visibilitychange', lookNow)
    }
  }, [memberId, everyMs])
  const goOn = () => {
    setDue(null)
    keep(memberId, { since: Date.now(), seenAt: Date.now(), base: null })
  }
  return <Check minutes={due?.minutes ?? null} net={due?.net ?? null} onContinue={goOn} />
}

interface CheckProps {
  minutes: number | null
  net: number | null
  onContinue: () => void
}

function Check({ minutes, net, onContinue }: CheckProps) {
  const t = useTexts(limitTexts)
  const takeBreak = async () => {
    if (!(await askConfirm(t('breakAsk', { period: t('break24h') }), t('breakYes')))) return
    try {
      queryClient.setQueryData(limitsKey, await submitCommand('POST /api/limit/cool_off', { period: '24h' }))
      toast({ title: t('breakStarted') })
      onContinue()
    } catch (error) {
      await showAlert(errorText(error))
    }
  }
  return (
    <Dialog open={minutes !== null} title={t('realityTitle')} onClose={onContinue}>
      <p className="body">{t('realityTime', { count: minutes ?? 0 })}</p>
      {net !== null && (
        <p className="body">
          {t('realityNet')}{' '}
          <b className={net === 0 ? 'num' : net > 0 ? 'num up' : 'num down'}>{formatSigned(net, formatKrw)}</b>
        </p>
      )}
      <Share isShown={minutes !== null} onFollow={onContinue} />
      <p className="body">{t('realityHint')}</p>
      <div className="acts">
        <Button onClick={() => void takeBreak()}>{t('realityBreak')}</Button>
        <Button onClick={() => void signOut()}>{t('realityLeave')}</Button>
      </div>
      <div className="acts">
        <Button tone="primary" onClick={onContinue} autoFocus>
          {t('realityContinue')}
        </Button>
      </div>
    </Dialog>
  )
}

/** How many lose here, and where the site's other figures are. */
function Share({ isShown, onFollow }: { isShown: boolean; onFollow: () => void }) {
  const t = useTexts(limitTexts)
  const percent = useQuery({ ...lossShareQuery, enabled: isShown }).data?.percent ?? null
  return (
    <p className="body">
      {percent !== null && `${t('realityShare', { percent })} `}
      <Link to="/statistics" onClick={onFollow} className="link">
        {t('realityStatistics')}
      </Link>
    </p>
  )
}

function keep(memberId: number, stretch: Stretch): Stretch {
  localStorage.setItem(stretchKey(memberId), JSON.stringify(stretch))
  return stretch
}

/** The net result of all decided stakes; undefined when it cannot be had now. */
async function totalProfit(): Promise<string | undefined> {
  try {
    const summary = await call('GET /api/trade/history/list', { query: { resultType: 'Summary' } })
    return 'totalProfit' in summary ? summary.totalProfit : undefined
  } catch {
    // The check does not depend on it: the time is told all the same, and the next look asks again.
    return undefined
  }
}
