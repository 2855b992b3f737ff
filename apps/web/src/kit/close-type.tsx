import type { OrderableMarketType } from '@maru/contract'
import { Segmented } from '@maru/ui'

/** What a position can be closed with. */
export type CloseType = Extract<OrderableMarketType, 'MARKET' | 'LIMIT'>

interface CloseTypeProps {
  t: (name: 'orderType' | CloseType) => string
  value: CloseType
  onType: (type: CloseType) => void
}

/** At which price a position is closed: the market's, or a limit. */
export function CloseTypeChoice({ t, value, onType }: CloseTypeProps) {
  return (
    <Segmented<CloseType>
      label={t('orderType')}
      value={value}
      onChange={onType}
      choices={[
        { value: 'MARKET', label: t('MARKET') },
        { value: 'LIMIT', label: t('LIMIT') },
      ]}
    />
  )
}
