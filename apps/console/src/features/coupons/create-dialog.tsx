import { call } from '@maru/client/api/client'
import { Check, formatKrw, TextField } from '@maru/ui'
import { useState } from 'react'
import { clock } from '../../live/live.ts'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { instantOf, localOf } from '../../parts/local-time.ts'
import { t } from './texts.ts'

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
      title={t('newCoupon')}
      confirm={t('askFinance')}
      done={t('asked')}
      missing={
        form.promoCode.trim() === '' || form.title.trim() === ''
          ? t('needCode')
          : !isWhole(form.point) || !isWhole(form.maxUses)
            ? t('needAmounts')
            : startsAt === null || endsAt === null || endsAt <= startsAt
              ? t('needPeriod')
              : !audience.every(isWhole)
                ? t('needMembers')
                : null
      }
      changes={
        isWhole(form.point) && isWhole(form.maxUses)
          ? [
              {
                name: t('bonusAvailable'),
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
        <TextField label={t('code')} maxLength={20} {...field('promoCode')} />
        <TextField label={t('name')} maxLength={40} {...field('title')} />
        <TextField label={t('bonusWon')} inputMode="numeric" maxLength={12} {...field('point')} />
        <TextField label={t('uses')} inputMode="numeric" maxLength={8} {...field('maxUses')} />
        <TextField label={t('startKst')} type="datetime-local" {...field('from')} />
        <TextField label={t('endKst')} type="datetime-local" {...field('to')} />
      </div>
      <TextField label={t('memberNumbers')} maxLength={2_000} {...field('audience')} />
      <Check
        checked={form.isFirstDeposit}
        onChange={(isFirstDeposit) => setForm((now) => ({ ...now, isFirstDeposit }))}
      >
        {t('firstDepositOnly')}
      </Check>
    </ActionDialog>
  )
}
