import { call } from '@maru/client/api/client'
import type { ConsoleSite, SiteBank } from '@maru/contract'
import { Check, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'

interface Props {
  site: ConsoleSite
  /** null: a new account. */
  row: SiteBank | null
  onDone: () => void
  onClose: () => void
}

const empty = { sub: '', bankCode: '', bank: '', number: '', holder: '', isOpen: true, rank: 0 }
const said = ({ bank, number, holder, isOpen }: Omit<SiteBank, 'sub' | 'rank'>) =>
  `${bank} ${number} ${holder}${isOpen ? '' : ' (닫힘)'}`

/** An account that members send to: two SUPERs look at its number. */
export function BankDialog({ site, row, onDone, onClose }: Props) {
  const [form, setForm] = useState<SiteBank>(row ?? { ...empty, bankCode: site.banks[0]?.code ?? '' })
  const set = (fields: Partial<SiteBank>) => setForm((now) => ({ ...now, ...fields }))
  const bank = site.banks.find(({ code }) => code === form.bankCode)?.name ?? form.bank
  const missing = !/^[a-z0-9-]{2,40}$/.test(form.sub)
    ? '원장 이름은 소문자, 숫자, -로 2–40자입니다'
    : !/^\d[\d-]{5,28}\d$/.test(form.number)
      ? '계좌번호를 숫자와 -로 적어 주세요'
      : form.holder.trim().length < 2
        ? '예금주를 적어 주세요'
        : row !== null && JSON.stringify(row) === JSON.stringify({ ...form, bank: row.bank })
          ? '바꾼 것이 없습니다'
          : null
  return (
    <ActionDialog
      title={row === null ? '입금 계좌 추가' : '입금 계좌 바꾸기'}
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing}
      changes={[
        { name: form.sub || '새 계좌', before: row === null ? '없음' : said(row), after: said({ ...form, bank }) },
      ]}
      run={({ reason, key }) => {
        const { bank: _, ...after } = form
        return call('POST /api/console/site/bank', {
          params: {},
          body: { reason, after, ...(row && { before: row }) },
          key,
        })
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        <div className="fields">
          <label className="pick">
            <span>은행</span>
            <select value={form.bankCode} onChange={(event) => set({ bankCode: event.currentTarget.value })}>
              {row && !site.banks.some(({ code }) => code === row.bankCode) && (
                <option value={row.bankCode}>{row.bank}</option>
              )}
              {site.banks.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <TextField label="계좌번호" maxLength={30} value={form.number} onValue={(number) => set({ number })} />
          <TextField label="예금주" maxLength={40} value={form.holder} onValue={(holder) => set({ holder })} />
          <TextField
            label="순서 (작을수록 위)"
            inputMode="numeric"
            maxLength={4}
            value={String(form.rank)}
            onValue={(rank) => set({ rank: Number(rank.replace(/\D/g, '')) })}
          />
          {row === null && (
            <TextField label="원장 이름" maxLength={40} value={form.sub} onValue={(sub) => set({ sub })} />
          )}
        </div>
        <Check checked={form.isOpen} onChange={(isOpen) => set({ isOpen })}>
          회원에게 보이기
        </Check>
      </div>
    </ActionDialog>
  )
}
