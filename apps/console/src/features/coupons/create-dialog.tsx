import { call } from '@maru/client/api/client'
import { Check, formatKrw, TextField } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { instantOf, localOf } from '../../parts/local-time.ts'

const weekMs = 7 * 86_400_000
const isWhole = (text: string): boolean => /^[1-9]\d{0,11}$/.test(text)

/** A new coupon: it opens once FINANCE has agreed. */
export function CreateDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [form, setForm] = useState({
    promoCode: '',
    title: '',
    point: '',
    maxUses: '',
    audience: '',
    from: localOf(clock.now()),
    to: localOf(clock.now() + weekMs),
    isFirstDeposit: false,
  })
  const field = (name: Exclude<keyof typeof form, 'isFirstDeposit'>) => ({
    value: form[name],
    onValue: (value: string) => setForm((now) => ({ ...now, [name]: value })),
  })
  const [startsAt, endsAt] = [instantOf(form.from), instantOf(form.to)]
  const audience = form.audience.split(/[\s,]+/).filter(Boolean)
  return (
    <ActionDialog
      title="새 쿠폰"
      confirm="재무에 승인 요청"
      done="쿠폰을 요청했습니다"
      missing={
        form.promoCode.trim() === '' || form.title.trim() === ''
          ? '코드와 이름을 적어 주세요'
          : !isWhole(form.point) || !isWhole(form.maxUses)
            ? '금액과 횟수를 적어 주세요'
            : startsAt === null || endsAt === null || endsAt <= startsAt
              ? '기간을 확인해 주세요'
              : !audience.every(isWhole)
                ? '회원 번호를 쉼표로 나누어 적어 주세요'
                : null
      }
      changes={
        isWhole(form.point) && isWhole(form.maxUses)
          ? [
              {
                name: '줄 수 있는 보너스',
                before: formatKrw('0'),
                after: formatKrw(BigInt(form.point) * BigInt(form.maxUses)),
              },
            ]
          : []
      }
      run={({ reason, key }) =>
        call('POST /api/console/coupon', {
          params: {},
          body: {
            reason,
            promoCode: form.promoCode.trim(),
            title: form.title.trim(),
            walletType: 'BONUS',
            point: form.point,
            startsAt: startsAt ?? 0,
            endsAt: endsAt ?? 0,
            maxUses: Number(form.maxUses),
            isFirstDeposit: form.isFirstDeposit,
            audience: audience.map(Number),
          },
          key,
        })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <div className="fields">
        <TextField label="코드" maxLength={20} {...field('promoCode')} />
        <TextField label="이름" maxLength={40} {...field('title')} />
        <TextField label="보너스(원)" inputMode="numeric" maxLength={12} {...field('point')} />
        <TextField label="모두 몇 번" inputMode="numeric" maxLength={8} {...field('maxUses')} />
        <TextField label="시작(한국 시각)" type="datetime-local" {...field('from')} />
        <TextField label="끝(한국 시각)" type="datetime-local" {...field('to')} />
      </div>
      <TextField label="회원 번호(비우면 모두)" maxLength={2_000} {...field('audience')} />
      <Check
        checked={form.isFirstDeposit}
        onChange={(isFirstDeposit) => setForm((now) => ({ ...now, isFirstDeposit }))}
      >
        첫 입금 회원만
      </Check>
    </ActionDialog>
  )
}
