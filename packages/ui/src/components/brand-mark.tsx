/** The house mark in the site's accent. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="8" fill="var(--accent)" />
      <path
        d="M6 19.5 11.5 9.5 14 14l2.5-4.5L22 19.5"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
