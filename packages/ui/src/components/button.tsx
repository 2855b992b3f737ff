import type { ComponentProps } from 'react'

export type ButtonTone = 'primary' | 'danger' | 'up' | 'down' | 'neutral' | 'line' | 'quiet'
export interface ButtonLook {
  tone?: ButtonTone
  /** 52 page action, 44, 36 (with a 44 px hit area). */
  size?: 52 | 44 | 36
}

const sizes = { 52: ' btn-l', 44: '', 36: ' btn-s' }

/** Class of anything that looks like a button: a link, for example. */
export const buttonClass = ({ tone = 'neutral', size = 44 }: ButtonLook): string =>
  `btn${sizes[size]}${tone === 'neutral' ? '' : ` btn-${tone}`}`

/** A button. Disabled ones say why in their label. */
export function Button({ tone, size, className, type = 'button', ...rest }: ButtonLook & ComponentProps<'button'>) {
  const look = buttonClass({ ...(tone && { tone }), ...(size && { size }) })
  return <button type={type} className={className ? `${look} ${className}` : look} {...rest} />
}

/** A square button of 44 px that shows an icon only; `label` is read out. */
export function IconButton({ label, className, ...rest }: { label: string } & ComponentProps<'button'>) {
  return <button type="button" aria-label={label} className={className ? `ib ${className}` : 'ib'} {...rest} />
}
