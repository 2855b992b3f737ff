const sun =
  'M8 12a4 4 0 1 0 8 0 4 4 0 0 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4'
const moon = 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z'

/** The look that the button leads to: a sun in the dark, a moon in the light. */
export const ThemeIcon = ({ isDark }: { isDark: boolean }) => (
  <svg className="ic" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={isDark ? sun : moon} />
  </svg>
)
