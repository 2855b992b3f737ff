import { call } from '@maru/client/api/client'
import type { DeskMerchant } from '@maru/contract'
import { formatKrw, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { t } from './texts.ts'

interface Props {
  /** null: a new one. */
  row: DeskMerchant | null
  /** Merchants of a DEMO site have virtual coins; real ones are booked at the treasury. */
  isDemo: boolean
  onDone: () => void
  onClose: () => void
}

const percentOf = (ppm: number | null | undefined): string => (ppm == null ? '' : String(ppm / 10_000))
/** Millionths of a percent as it is typed; undefined: nothing is. NaN: none that a merchant can have. */
const ppmOf = (text: string): number | undefined =>
  text === '' ? undefined : /^\d{1,2}(\.\d{1,4})?$/.test(text) ? Math.round(Number(text) * 10_000) : Number.NaN
const isWhole = (text: string): boolean => /^[1-9]\d{0,11}$/.test(text)
const said = (text: string): string => (text === '' ? t('notTaken') : `${text}%`)

/** A merchant's terms: two SUPERs. Orders that are underway keep theirs. */
export function MerchantDialog({ row, isDemo, onDone, onClose }: Props) {
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
      ? t('needName')
      : !isRate(buyPpm) || !isRate(sellPpm) || (buyPpm === undefined && sellPpm === undefined)
        ? t('rateRule')
        : !isWhole(form.minWon) || !isWhole(form.maxWon) || Number(form.maxWon) < Number(form.minWon)
          ? t('amountRule')
          : form.float !== '' && !/^\d{1,9}$/.test(form.float)
            ? t('needUsdt')
            : null
  const won = (text: string) => (isWhole(text) ? formatKrw(text) : text)
  const changes = [
    { name: t('name'), before: row?.name ?? t('none'), after: form.name },
    { name: t('memberBuys'), before: row ? said(percentOf(row.buyPpm)) : t('none'), after: said(form.buy) },
    { name: t('memberSells'), before: row ? said(percentOf(row.sellPpm)) : t('none'), after: said(form.sell) },
    { name: t('minOnce'), before: row ? won(row.minWon) : t('none'), after: won(form.minWon) },
    { name: t('maxOnce'), before: row ? won(row.maxWon) : t('none'), after: won(form.maxWon) },
  ].filter(({ before, after }) => before !== after)
  return (
    <ActionDialog
      title={row === null ? t('merchantAdd') : t('merchantTerms', { name: row.name })}
      confirm={t('askSecond')}
      done={t('asked')}
      missing={missing ?? (changes.length === 0 ? t('nothingChanged') : null)}
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
        <TextField label={t('name')} maxLength={20} {...field('name')} />
        <div className="site-pair">
          <TextField label={t('buyMarkup')} inputMode="decimal" maxLength={7} {...field('buy')} />
          <TextField label={t('sellMarkdown')} inputMode="decimal" maxLength={7} {...field('sell')} />
          <TextField label={t('minOnceWon')} inputMode="numeric" maxLength={12} {...field('minWon')} />
          <TextField label={t('maxOnceWon')} inputMode="numeric" maxLength={12} {...field('maxWon')} />
        </div>
        {row === null && isDemo && (
          <TextField label={t('virtualUsdt')} inputMode="numeric" maxLength={9} {...field('float')} />
        )}
      </div>
    </ActionDialog>
  )
}
