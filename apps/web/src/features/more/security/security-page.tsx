import '../more.css'
import './security.css'
import type { Security } from '@maru/contract'
import { Badge, Button, buttonClass, Empty, formatDay, Icon, type IconName, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useTexts } from '../../../i18n/texts.ts'
import { securityQuery } from '../../../protection/security-query.ts'
import { RecoverySheet } from './recovery-sheet.tsx'
import { RemoveSheet } from './remove-sheet.tsx'
import { SessionList } from './session-list.tsx'
import { securityTexts } from './texts.ts'

/** With so many recovery codes left, new ones are advised. */
const fewCodes = 3

/** How a member is protected: password, authenticator app, recovery codes, and where he is signed in. */
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
  const hasCodes = totp.recoveryLeft > fewCodes
  const ready = 1 + Number(totp.isOn) + Number(hasCodes)
  const renew = () => setSheet('recovery')
  return (
    <>
      <section className="set sec-h">
        <div className="sec-b" aria-hidden="true">
          {[1, 2, 3].map((part) => (
            <i key={part} className={part <= ready ? 'on' : undefined} />
          ))}
        </div>
        <h2>{ready === 3 ? t('readyAll') : t('ready', { count: ready })}</h2>
        <p className="note">{t(!totp.isOn ? 'adviceApp' : hasCodes ? 'adviceNone' : 'adviceCodes')}</p>
        {!totp.isOn && (
          <Link to="/more/security/totp" className={`${buttonClass({ tone: 'primary', size: 52 })} wide`}>
            {t('enrol')}
          </Link>
        )}
        {totp.isOn && !hasCodes && (
          <Button tone="primary" size={52} className="wide" onClick={renew}>
            {t('codesRenew')}
          </Button>
        )}
      </section>
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
              end={hasCodes ? <Icon name="right" small /> : <Badge tone="warn">{t('needed')}</Badge>}
            />
          </button>
        )}
        <Link to="/more/liabilities" className="sec-r">
          <Row icon="shield" name={t('owed')} state={t('owedWhy')} end={<Icon name="right" small />} />
        </Link>
      </div>
      <RecoverySheet open={sheet === 'recovery'} onClose={() => setSheet(null)} />
      <RemoveSheet open={sheet === 'remove'} onClose={() => setSheet(null)} />
    </>
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

const Row = ({ icon, name, state, end }: { icon: IconName; name: string; state: string; end: ReactNode }) => (
  <>
    <Icon name={icon} />
    <span>
      <b>{name}</b>
      <small className="num">{state}</small>
    </span>
    {end}
  </>
)
