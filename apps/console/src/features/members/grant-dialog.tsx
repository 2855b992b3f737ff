import { call } from '@maru/client/api/client'
import type { DeskProfile } from '@maru/contract'
import { formatKrw, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { OwnCap } from '../../parts/own-cap.tsx'
import { isWon } from './words.ts'

const kinds = [
  { value: 'PB', label: '지급(PB)' },
  { value: 'PM', label: '차감(PM)' },
] as const

interface Props {
  profile: DeskProfile
  onDone: () => void
  onClose: () => void
}

/** Bonus money that is granted or deducted by hand: two persons. */
export function GrantDialog({ profile: { id, name, wallets }, onDone, onClose }: Props) {
  const [type, setType] = useState<'PB' | 'PM'>('PB')
  const [point, setPoint] = useState('')
  const [multiple, setMultiple] = useState('')
  const held = BigInt(wallets.find((wallet) => wallet.type === 'BONUS')?.point ?? '0')
  const isTyped = isWon(point)
  const after = isTyped ? (type === 'PB' ? held + BigInt(point) : held - BigInt(point)) : held
  const missing = !isTyped
    ? '금액을 원으로 적어 주세요'
    : after < 0n
      ? '보너스보다 많이 차감할 수 없습니다'
      : multiple !== '' && !/^[1-9]\d{0,2}$/.test(multiple)
        ? '조건은 1배부터 999배까지입니다'
        : null
  return (
    <ActionDialog
      title={`${name} 보너스 지급 · 차감`}
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing}
      changes={[{ name: '보너스 지갑', before: formatKrw(String(held)), after: formatKrw(String(after)) }]}
      canned={type === 'PB' ? ['이벤트 당첨', '장애 보상'] : ['잘못 지급한 보너스', '부정 이용']}
      run={({ reason, key }) =>
        call('POST /api/console/member/:id/bonus', {
          params: { id: String(id) },
          body: { reason, type, point, ...(type === 'PB' && multiple !== '' && { multiple: Number(multiple) }) },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented label="종류" choices={kinds} value={type} onChange={setType} />
      <OwnCap act={type === 'PB' ? 'GRANT' : 'DEDUCT'} won={point} />
      <div className="fields">
        <TextField label="금액(원)" value={point} onValue={setPoint} inputMode="numeric" maxLength={15} />
        {type === 'PB' && (
          <TextField
            label="출금조건(배)"
            placeholder="사이트 기본"
            value={multiple}
            onValue={setMultiple}
            inputMode="numeric"
            maxLength={3}
          />
        )}
      </div>
    </ActionDialog>
  )
}
