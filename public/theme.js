// Before the first paint: the theme chosen earlier, so that the page does not flash in another. The switch is src/playground/app/theme.ts.
try {
  const theme = localStorage.getItem('pocket-nexus/theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system decides.
}
