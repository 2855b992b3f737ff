import type { DeskProfile } from '@maru/contract'
import { Badge, Button, formatDateTime, formatDay, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { walletWord } from '../../parts/desk-words.ts'
import { useMay } from '../../parts/may.tsx'
import { type Act, MemberAct } from './member-act.tsx'
import { MemberLimits } from './member-limits.tsx'
import { t } from './texts.ts'
import { proofsOf } from './words.ts'

interface Props {
  profile: DeskProfile
  onChanged: () => void
}

/** Wallets, proofs, devices and sessions. */
export function MemberFacts({ profile, onChanged }: Props) {
  const { wallets, verified, phone, email, sessions, isMobileBlocked } = profile
  const [act, setAct] = useState<Act | null>(null)
  const may = useMay('members')
  const mayPartner = useMay('partners')
  const proved = (at: number | null) => (at === null ? t('none') : formatDay(at))
  return (
    <>
      <h2>{t('wallet')}</h2>
      <dl>
        {wallets.map(({ type, currency, point, gameWaitPoint, held }) => (
          <div key={type} className="mb-fact">
            <dt>{walletWord(type)}</dt>
            <dd className="num">
              {formatMoney(point, currency)}
              {Number(gameWaitPoint) > 0 && (
                <small>{t('waitingPoint', { gameWaitPoint: formatMoney(gameWaitPoint, currency) })}</small>
              )}
              {held.length > 0 && <small>{t('bundle', { length: held.length })}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <h2>
        {t('checks')} <Badge tone={proofsOf(profile) === 4 ? 'ok' : 'neutral'}>{proofsOf(profile)}/4</Badge>
      </h2>
      <dl>
        <Fact name={t('phone')} value={`${phone || '–'} · ${proved(verified.phoneAt)}`} />
        <Fact name={t('mail')} value={`${email || '–'} · ${proved(verified.emailAt)}`} />
        <Fact name={t('identity')} value={proved(verified.identityAt)} />
        <Fact name={t('app')} value={verified.hasTotp ? t('registered') : t('none')} />
      </dl>
      <h2>{t('limitsTab')}</h2>
      <MemberLimits id={profile.id} />
      <h2>
        {t('devicesTab')} <Badge>{sessions.length}</Badge>
      </h2>
      <ul className="mb-sessions">
        {sessions.map(({ id, device, ip, lastSeenAt }) => (
          <li key={id}>
            <b>{device}</b>
            {may && (
              <Button size={36} aria-label={t('endOf', { device })} onClick={() => setAct({ sessionId: id, device })}>
                {t('endDots')}
              </Button>
            )}
            <small className="num">
              {ip} · {formatDateTime(lastSeenAt)}
            </small>
          </li>
        ))}
        {sessions.length === 0 && <li className="dim">{t('nowhere')}</li>}
      </ul>
      {may && (
        <p className="mb-acts">
          <Button size={36} disabled={sessions.length === 0} onClick={() => setAct('sessions')}>
            {t('endAllDots')}
          </Button>
          <Button size={36} onClick={() => setAct('device')}>
            {isMobileBlocked ? t('mobileUnblockDots') : t('mobileBlockDots')}
          </Button>
        </p>
      )}
      {mayPartner && (
        <p className="mb-acts">
          <Button size={36} onClick={() => setAct('referral')}>
            {t('referralDots')}
          </Button>
        </p>
      )}
      {act !== null && <MemberAct act={act} profile={profile} onDone={onChanged} onClose={() => setAct(null)} />}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="mb-fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
