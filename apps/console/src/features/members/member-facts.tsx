import type { DeskProfile } from '@maru/contract'
import { walletWord } from '@maru/contract/desk-words'
import { Badge, Button, formatDateTime, formatDay, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { useMay } from '../../parts/may.tsx'
import { type Act, MemberAct } from './member-act.tsx'
import { MemberLimits } from './member-limits.tsx'
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
  const proved = (at: number | null) => (at === null ? '없음' : formatDay(at))
  return (
    <>
      <h2>지갑</h2>
      <dl>
        {wallets.map(({ type, currency, point, gameWaitPoint, held }) => (
          <div key={type} className="mb-fact">
            <dt>{walletWord(type)}</dt>
            <dd className="num">
              {formatMoney(point, currency)}
              {Number(gameWaitPoint) > 0 && <small>대기 {formatMoney(gameWaitPoint, currency)}</small>}
              {held.length > 0 && <small>묶음 {held.length}건</small>}
            </dd>
          </div>
        ))}
      </dl>
      <h2>
        인증 <Badge tone={proofsOf(profile) === 4 ? 'ok' : 'neutral'}>{proofsOf(profile)}/4</Badge>
      </h2>
      <dl>
        <Fact name="휴대폰" value={`${phone || '–'} · ${proved(verified.phoneAt)}`} />
        <Fact name="이메일" value={`${email || '–'} · ${proved(verified.emailAt)}`} />
        <Fact name="본인인증" value={proved(verified.identityAt)} />
        <Fact name="인증 앱" value={verified.hasTotp ? '등록' : '없음'} />
      </dl>
      <h2>한도 · 보호</h2>
      <MemberLimits id={profile.id} />
      <h2>
        기기 · 로그인 <Badge>{sessions.length}</Badge>
      </h2>
      <ul className="mb-sessions">
        {sessions.map(({ id, device, ip, lastSeenAt }) => (
          <li key={id}>
            <b>{device}</b>
            {may && (
              <Button size={36} aria-label={`${device} 끊기`} onClick={() => setAct({ sessionId: id, device })}>
                끊기…
              </Button>
            )}
            <small className="num">
              {ip} · {formatDateTime(lastSeenAt)}
            </small>
          </li>
        ))}
        {sessions.length === 0 && <li className="dim">지금 로그인한 곳이 없습니다</li>}
      </ul>
      {may && (
        <p className="mb-acts">
          <Button size={36} disabled={sessions.length === 0} onClick={() => setAct('sessions')}>
            모두 끊기…
          </Button>
          <Button size={36} onClick={() => setAct('device')}>
            {isMobileBlocked ? '모바일 차단 풀기…' : '모바일 차단…'}
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
