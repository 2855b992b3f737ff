import { call } from '@maru/client/api/client'
import type { DeskProfile, PersonalData } from '@maru/contract'
import { Button, Dialog } from '@maru/ui'
import { useRef, useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { Copied } from '../../parts/copied.tsx'

/** What tells who a member is, shown once a reason is written down; gone with the dialog. */
export function PersonalDialog({ profile, onClose }: { profile: DeskProfile; onClose: () => void }) {
  const [shown, setShown] = useState<PersonalData | null>(null)
  const asked = useRef(false)
  if (shown === null)
    return (
      <ActionDialog
        title="가리지 않은 개인정보"
        confirm="보기"
        done="본 일이 감사 기록에 남았습니다"
        canned={['회원의 문의를 확인합니다', '입금자를 확인합니다', '수사기관 요청']}
        run={({ reason, key }) =>
          call('POST /api/console/member/:id/personal', { params: { id: String(profile.id) }, body: { reason }, key })
        }
        onDone={(data) => {
          asked.current = true
          setShown(data)
        }}
        // It closes after onDone: what was asked for is shown then.
        onClose={() => asked.current || onClose()}
      />
    )
  const facts = [
    ['이름', shown.name],
    ['아이디', shown.username],
    ['휴대폰', shown.phone],
    ['이메일', shown.email],
  ] as const
  return (
    <Dialog open title="가리지 않은 개인정보" onClose={onClose} className="dlg">
      <dl>
        {facts.map(([name, value]) => (
          <div key={name} className="mb-fact">
            <dt>{name}</dt>
            <dd>{value === '' ? '–' : <Copied text={value} label={name} />}</dd>
          </div>
        ))}
      </dl>
      <div className="acts">
        <Button onClick={onClose}>닫기</Button>
      </div>
    </Dialog>
  )
}
