import { call } from '@maru/client/api/client'
import { useQuery } from '@tanstack/react-query'
import { useSiteId } from '../../session/staff.ts'
import { Choice } from './choice.tsx'
import { t } from './texts.ts'

interface Props {
  value: number | null
  onValue: (merchantId: number | null) => void
}

/** A merchant whose coins are real, with what he has in advance. */
export function MerchantField({ value, onValue }: Props) {
  const siteId = useSiteId()
  const { data } = useQuery({ queryKey: ['site-merchants', siteId], queryFn: () => call('GET /api/console/merchant') })
  const merchants = (data ?? []).filter(({ isDemo }) => !isDemo)
  return (
    <Choice
      label={t('merchant')}
      value={value === null ? '' : String(value)}
      choices={[
        ['', data && merchants.length === 0 ? t('noMerchants') : t('choose')],
        ...merchants.map(({ id, name, float }) => [String(id), `${name} · ${t('merchantHint', { float })}`] as const),
      ]}
      onValue={(next) => onValue(next === '' ? null : Number(next))}
    />
  )
}
