import { Badge } from '@maru/ui'
import { useLink } from '../live/live.ts'
import { t } from './texts.ts'

/** Whether what stands beside it comes by itself at this moment. */
export function LiveBadge() {
  const isUp = useLink(({ link }) => link.kind === 'up')
  return (
    <Badge tone={isUp ? 'ok' : 'warn'}>
      <i className="dot" />
      {isUp ? t('live') : t('notLive')}
    </Badge>
  )
}
