/** What <input type="date"> holds for the day of a moment, in the zone of the page. */
export const dayOf = (at: number): string => {
  const it = new Date(at);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${it.getFullYear()}-${two(it.getMonth() + 1)}-${two(it.getDate())}`;
};

/** The end of such a day, in the zone of the page as well; not a number where it is no day. */
export const endOfDay = (day: string): number => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  return new Date(Number(year), Number(month) - 1, Number(date) + 1).getTime();
};

/** The last whole day before a moment. */
export const lastDayBefore = (at: number): string => {
  const it = new Date(at);
  return dayOf(new Date(it.getFullYear(), it.getMonth(), it.getDate() - 1).getTime());
};
