import type { DeskProfile } from '@maru/contract'
import { memberStatusWords } from '@maru/contract/desk-words'
import { Badge, Button, formatDay } from '@maru/ui'
import { useState } from 'react'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { type Act, MemberAct } from './member-act.tsx'
import { isFrozen } from './words.ts'

interface Props {
  profile: DeskProfile
  onChanged: () => void
}

/** Who he is, how he stands, and what may be done with him. */
export function MemberHead({ profile, onChanged }: Props) {
  const { id, name, username, nick, createdAt, status, isMobileBlocked } = profile
  const [act, setAct] = useState<Act | null>(null)
  const may = useMay('members')
  const mayFreeze = useMay('freeze')
  const mayGrant = useMay('bonus')
  const frozen = isFrozen(profile)
  useKeys([{ key: 'b', label: '지급 · 차감', run: () => setAct('bonus') }], mayGrant)
  useKeys([{ key: 'p', label: '개인정보', run: () => setAct('personal') }], may)
  return (
    <header className="panel mb-head">
      <div>
        <p>
          <b>{name}</b> <span className="dim">{username}</span>
          <Badge tone={status === 'ACTIVE' ? 'ok' : 'warn'}>{memberStatusWords[status]}</Badge>
          {frozen && <Badge tone="warn">출금 막음</Badge>}
          {isMobileBlocked && <Badge tone="warn">모바일 차단</Badge>}
        </p>
        <p className="dim num">
          {id} · 닉네임 {nick} · 가입 {formatDay(createdAt)}
        </p>
      </div>
      <span className="sp" />
      {may && <Button onClick={() => setAct('personal')}>개인정보 보기</Button>}
      {mayGrant && (
        <Button tone="primary" onClick={() => setAct('bonus')}>
          지급 · 차감 <kbd>B</kbd>
        </Button>
      )}
      {mayFreeze && <Button onClick={() => setAct('freeze')}>{frozen ? '출금 풀기…' : '출금 막기…'}</Button>}
      {may && (
        <Button tone="line" onClick={() => setAct('status')}>
          {status === 'ACTIVE' ? '이용 정지…' : status === 'PENDING' ? '가입 승인…' : '정지 해제…'}
        </Button>
      )}
      {may && status === 'PENDING' && (
        <Button tone="line" onClick={() => setAct('refuse')}>
          가입 거절…
        </Button>
      )}
      {act !== null && <MemberAct act={act} profile={profile} onDone={onChanged} onClose={() => setAct(null)} />}
    </header>
  )
}
