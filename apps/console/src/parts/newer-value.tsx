import { Button } from '@maru/ui'
import { t } from './texts.ts'

interface Props {
  /** What is edited. */
  name: string
  /** What stood when the edit began. */
  was: string | null
  now: string
  onTake: () => void
  onKeep: () => void
}

/** Somebody else changed what is edited here: his value is taken over, or the edit goes on against it. */
export function NewerValue({ name, was, now, onTake, onKeep }: Props) {
  if (was === null) return null
  return (
    <div className="newer" role="alert">
      <p>
        {t('newerValue')} <span className="num">{was}</span> → <b className="num">{now}</b>
      </p>
      <Button size={36} aria-label={t('takeNewerOf', { name })} onClick={onTake}>
        {t('takeNewer')}
      </Button>
      <Button size={36} aria-label={t('keepMineOf', { name })} onClick={onKeep}>
        {t('keepMine')}
      </Button>
    </div>
  )
}
