import '../more.css'
import './security.css'
import { useTexts } from '@maru/client/i18n/texts'
import type { Security } from '@maru/contract'
import { Badge, Button, buttonClass, Empty, formatDay, Icon, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { securityQuery } from '../../../protection/security-query.ts'
import { ContactRows } from './contact-rows.tsx'
import { nextOf, partsOf } from './parts.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { RemoveSheet } from './remove-sheet.tsx'
import { Row } from './row.tsx'
import { SessionList } from './session-list.tsx'
import { securityTexts } from './texts.ts'

/** How a member is protected: password, authenticator app, recovery codes, phone and e-mail, and where he is signed in. */
export default function SecurityPage() {
  const t = useTexts(securityTexts)
  const security = useQuery(securityQuery)
  return (
    <main id="main">
      {security.isPending && (
        <section className="set" aria-busy="true">
          <Skeleton height={96} />
        </section>
      )}
      {security.isError && (
        <Empty title={t('failed')}>
          <Button size={36} onClick={() => void security.refetch()}>
            {t('retry')}
          </Button>
        </Empty>
      )}
      {security.data && <Protection security={security.data} />}
      <div className="band" />
      <SessionList />
    </main>
  )
}

function Protection({ security }: { security: Security }) {
  const t = useTexts(securityTexts)
  const [sheet, setSheet] = useState<'recovery' | 'remove' | null>(null)
  const { passwordChangedAt, totp } = security
  const parts = partsOf(security)
  const renew = () => setSheet('recovery')
  return (
    <>
      <Readiness security={security} onRenew={renew} />
      <div className="band" />
      <div className="sec-l">
        <Link to="/more/change_password" className="sec-r">
          <Row
            icon="lock"
            name={t('password')}
            state={
              passwordChangedAt === null
                ? t('passwordSinceSignup')
                : t('passwordChanged', { day: formatDay(passwordChangedAt) })
            }
            end={<Icon name="right" small />}
          />
        </Link>
        <AppRow totp={totp} onRemove={() => setSheet('remove')} />
        {totp.isOn && (
          <button type="button" className="sec-r" onClick={renew} aria-haspopup="dialog">
            <Row
              icon="doc"
              name={t('codes')}
              state={t('codesLeft', { count: totp.recoveryLeft })}
              end={parts.codes ? <Icon name="right" small /> : <Badge tone="warn">{t('needed')}</Badge>}
            />
          </button>
        )}
        <ContactRows security={security} />
        <Link to="/more/liabilities" className="sec-r">
          <Row icon="shield" name={t('owed')} state={t('owedWhy')} end={<Icon name="right" small />} />
        </Link>
      </div>
      <RecoverySheet open={sheet === 'recovery'} onClose={() => setSheet(null)} />
      <RemoveSheet open={sheet === 'remove'} onClose={() => setSheet(null)} />
    </>
  )
}

/** How much of it is ready, and what comes next. */
function Readiness({ security, onRenew }: { security: Security; onRenew: () => void }) {
  const t = useTexts(securityTexts)
  const parts = Object.values(partsOf(security))
  const ready = parts.filter(Boolean).length
  const next = nextOf(security)
  return (
    <section className="set sec-h">
      <div className="sec-b" aria-hidden="true">
        {parts.map((_, index) => (
          <i key={String(index)} className={index < ready ? 'on' : undefined} />
        ))}
      </div>
      <h2>{next === null ? t('readyAll') : t('ready', { count: ready })}</h2>
      <p className="note">{t(next === null ? 'adviceNone' : next.advice)}</p>
      {next !== null && next.to !== null && (
        <Link to={next.to} className={`${buttonClass({ tone: 'primary', size: 52 })} wide`}>
          {t(next.action)}
        </Link>
      )}
      {next !== null && next.to === null && (
        <Button tone="primary" size={52} className="wide" onClick={onRenew}>
          {t(next.action)}
        </Button>
      )}
    </section>
  )
}

function AppRow({ totp, onRemove }: { totp: Security['totp']; onRemove: () => void }) {
  const t = useTexts(securityTexts)
  if (!totp.isOn)
    return (
      <Link to="/more/security/totp" className="sec-r">
        <Row icon="key" name={t('app')} state={t('appOff')} end={<Badge tone="warn">{t('needed')}</Badge>} />
      </Link>
    )
  const since = totp.changedAt === null ? '' : t('appOn', { day: formatDay(totp.changedAt) })
  return (
    <button type="button" className="sec-r" onClick={onRemove} aria-haspopup="dialog">
      <Row icon="key" name={t('app')} state={since} end={<Badge tone="ok">{t('on')}</Badge>} />
    </button>
  )
}
