import { call } from '@maru/client/api/client'
import type { Line } from '@maru/contract'
import { Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useMay } from '../../parts/may.tsx'
import { lineWords } from './words.ts'

interface Props {
  /** What it begins with. */
  first: Scope
  instruments: readonly string[]
  onClose: () => void
  onDone: () => void
}

type Scope = 'INSTRUMENT' | 'LINE' | 'WITHDRAWALS'
const scopes = [
  { value: 'INSTRUMENT', label: '종목' },
  { value: 'LINE', label: '상품 전체' },
  { value: 'WITHDRAWALS', label: '출금' },
] as const satisfies readonly { value: Scope; label: string }[]
const lines = (Object.keys(lineWords) as Line[]).map((value) => ({ value, label: lineWords[value] }))

/** Stops at once; whoever does it writes the name of what he stops. */
export function StopDialog({ first, instruments, onClose, onDone }: Props) {
  const mayTrade = useMay('stopTrading')
  const [scope, setScope] = useState<Scope>(mayTrade ? first : 'WITHDRAWALS')
  const [line, setLine] = useState<Line>('FUTURES')
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const expected = scope === 'LINE' ? lineWords[line] : '출금'
  const isNamed = scope === 'INSTRUMENT' ? instruments.includes(name) : name === expected
  const id = scope === 'INSTRUMENT' ? { id: `${line}:${name}` } : scope === 'LINE' ? { id: line } : {}
  const hint = scope === 'INSTRUMENT' ? '종목 이름을 적어 주세요' : `확인을 위해 “${expected}”라고 적어 주세요`
  return (
    <ActionDialog
      title="지금 정지합니다"
      confirm="지금 정지"
      tone="primary"
      done="정지했습니다. 다른 직원의 확인을 기다립니다"
      canned={['시세 이상', '노출 초과', '점검']}
      missing={isNamed ? null : hint}
      run={({ reason, key }) => call('POST /api/console/stop', { params: {}, body: { scope, ...id, reason }, key })}
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented
        label="무엇을"
        choices={scopes.map((one) => ({ ...one, disabled: !mayTrade && one.value !== 'WITHDRAWALS' }))}
        value={scope}
        onChange={setScope}
      />
      {scope !== 'WITHDRAWALS' && <Segmented label="상품" choices={lines} value={line} onChange={setLine} />}
      <div className="risk-what">
        <p>
          <b>멈추는 것</b>
          {scope === 'WITHDRAWALS' ? '출금 신청과 승인, 회원 송금' : '새 주문과 참여, 열린 주문의 진입 체결(남겨 둠)'}
        </p>
        <p>
          <b>계속되는 것</b>
          {scope === 'WITHDRAWALS' ? '입금, 거래, 지갑 사이 이동' : '청산 주문, 익절·손절, 강제청산, 진행 중인 회차'}
        </p>
      </div>
      <TextField
        label={scope === 'INSTRUMENT' ? '종목 이름' : '확인'}
        value={typed}
        onValue={(next) => setTyped(scope === 'INSTRUMENT' ? next.toUpperCase() : next)}
      />
      <p className="dim">다시 여는 일은 두 사람이 승인한 뒤에만 됩니다.</p>
    </ActionDialog>
  )
}
