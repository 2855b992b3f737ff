import { call } from '@maru/client/api/client'
import type { DeskMerchant } from '@maru/contract'
import { formatKrw, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'

interface Props {
  /** null: a new one. */
  row: DeskMerchant | null
  onDone: () => void
  onClose: () => void
}

const percentOf = (ppm: number | null | undefined): string => (ppm == null ? '' : String(ppm / 10_000))
/** Millionths of a percent as it is typed; undefined: nothing is. NaN: none that a merchant can have. */
const ppmOf = (text: string): number | undefined =>
  text === '' ? undefined : /^\d{1,2}(\.\d{1,4})?$/.test(text) ? Math.round(Number(text) * 10_000) : Number.NaN
const isWhole = (text: string): boolean => /^[1-9]\d{0,11}$/.test(text)
const said = (text: string): string => (text === '' ? '받지 않음' : `${text}%`)

/** A merchant's terms: two SUPERs. Orders that are underway keep theirs. */
export function MerchantDialog({ row, onDone, onClose }: Props) {
  const [form, setForm] = useState({
    name: row?.name ?? '',
    buy: percentOf(row?.buyPpm),
    sell: percentOf(row?.sellPpm),
    minWon: row?.minWon ?? '',
    maxWon: row?.maxWon ?? '',
    float: '',
  })
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value.trim() })),
  })
  const [buyPpm, sellPpm] = [ppmOf(form.buy), ppmOf(form.sell)]
  const isRate = (ppm: number | undefined) => ppm === undefined || (ppm >= 0 && ppm <= 100_000)
  const missing =
    form.name.length < 2
      ? '이름을 적어 주세요'
      : !isRate(buyPpm) || !isRate(sellPpm) || (buyPpm === undefined && sellPpm === undefined)
        ? '비율은 0–10%, 하나는 있어야 합니다'
        : !isWhole(form.minWon) || !isWhole(form.maxWon) || Number(form.maxWon) < Number(form.minWon)
          ? '한 번에 받는 금액을 확인해 주세요'
          : form.float !== '' && !/^\d{1,9}$/.test(form.float)
            ? 'USDT를 숫자로 적어 주세요'
            : null
  const won = (text: string) => (isWhole(text) ? formatKrw(text) : text)
  const changes = [
    { name: '이름', before: row?.name ?? '없음', after: form.name },
    { name: '회원이 살 때', before: row ? said(percentOf(row.buyPpm)) : '없음', after: said(form.buy) },
    { name: '회원이 팔 때', before: row ? said(percentOf(row.sellPpm)) : '없음', after: said(form.sell) },
    { name: '한 번 최소', before: row ? won(row.minWon) : '없음', after: won(form.minWon) },
    { name: '한 번 최대', before: row ? won(row.maxWon) : '없음', after: won(form.maxWon) },
  ].filter(({ before, after }) => before !== after)
  return (
    <ActionDialog
      title={row === null ? '상인 추가' : `상인 조건: ${row.name}`}
      confirm="두 번째 승인 요청"
      done="요청했습니다"
      missing={missing ?? (changes.length === 0 ? '바꾼 것이 없습니다' : null)}
      changes={changes}
      run={({ reason, key }) =>
        call('POST /api/console/merchant', {
          params: {},
          body: {
            reason,
            version: row?.version ?? 0,
            name: form.name,
            minWon: form.minWon,
            maxWon: form.maxWon,
            ...(row && { merchantId: row.id }),
            ...(buyPpm !== undefined && { buyPpm }),
            ...(sellPpm !== undefined && { sellPpm }),
            ...(row === null && form.float !== '' && { float: form.float }),
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="site-form">
        <TextField label="이름" maxLength={20} {...field('name')} />
        <div className="site-pair">
          <TextField label="회원이 살 때 더하기 (%)" inputMode="decimal" maxLength={7} {...field('buy')} />
          <TextField label="회원이 팔 때 빼기 (%)" inputMode="decimal" maxLength={7} {...field('sell')} />
          <TextField label="한 번 최소 (원)" inputMode="numeric" maxLength={12} {...field('minWon')} />
          <TextField label="한 번 최대 (원)" inputMode="numeric" maxLength={12} {...field('maxWon')} />
        </div>
        {row === null && (
          <TextField label="가상 USDT (모의투자 사이트만)" inputMode="numeric" maxLength={9} {...field('float')} />
        )}
      </div>
    </ActionDialog>
  )
}
