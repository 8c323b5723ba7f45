/** A form as a browser sends it: the fields first, then the photo. */
export const formOf = async (
  fields: Readonly<Record<string, string>>,
  photo: Uint8Array<ArrayBuffer>,
): Promise<{ headers: Record<string, string>; body: Buffer }> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('photo', new Blob([photo]), 'photo.png');
  const made = new Response(form);
  const body = Buffer.from(await made.arrayBuffer());
  return { headers: { 'content-type': made.headers.get('content-type') ?? '' }, body };
};
