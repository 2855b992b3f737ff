import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { memberStatusWords } from '@maru/contract/desk-words'
import { ActionDialog } from '../../parts/action-dialog.tsx'

interface Props {
  profile: DeskProfile
  /** A sign-up that waits is turned down. */
  isRefused: boolean
  onDone: () => void
  onClose: () => void
}

const words = {
  DENY: { title: '이용을 정지합니다', confirm: '이용 정지', canned: ['명의 도용 의심', '약관 위반', '수사기관 요청'] },
  REFUSE: { title: '가입을 거절합니다', confirm: '가입 거절', canned: ['본인 확인 실패', '가입 조건 미달'] },
  APPROVE: { title: '가입을 승인합니다', confirm: '가입 승인', canned: ['확인을 마쳤습니다'] },
  ALLOW: { title: '이용 정지를 풉니다', confirm: '정지 해제', canned: ['확인을 마쳤습니다'] },
} as const

/** Lets a member in, or shuts him out. */
export function StatusDialog({ profile: { id, version, status, sessions }, isRefused, ...shared }: Props) {
  const next = isRefused || status === 'ACTIVE' ? 'DENY' : 'ACTIVE'
  const said = isRefused ? 'REFUSE' : status === 'ACTIVE' ? 'DENY' : status === 'PENDING' ? 'APPROVE' : 'ALLOW'
  const stops = next === 'DENY' ? [{ name: '로그인', before: `${sessions.length}곳`, after: '모두 끊음' }] : []
  return (
    <ActionDialog
      {...words[said]}
      done={`${memberStatusWords[next]}으로 바꾸었습니다`}
      changes={[{ name: '상태', before: memberStatusWords[status], after: memberStatusWords[next] }, ...stops]}
      run={({ reason, key }) => {
        const body = { reason, version, status: next } as const
        return call('POST /api/console/member/:id/status', { params: { id: String(id) }, body, key })
      }}
      {...shared}
    />
  )
}
