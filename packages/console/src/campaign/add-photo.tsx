import type { CampaignInfo } from '@trigpoint/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { km, kmFromCentre } from '../figures.ts';
import { distanceKm } from '../map/earth.ts';
import { Button } from '../parts/button.tsx';
import { InputField } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Wrong } from '../parts/states.tsx';
import { useWork } from '../parts/work.ts';
import { anyProofType, clientFor } from '../service.ts';
import { toLocalInput } from '../times.ts';
import { typedNumber } from '../words/language.ts';
import { say } from '../words/say.ts';
import { takenAt, whyNotThen } from './taken-at.ts';
import { centreOf } from './words.ts';

interface AddPhotoProps {
  readonly campaign: CampaignInfo;
  /** The service took the photo or refused it. The campaign counts both. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

interface Position {
  readonly latitude: string;
  readonly longitude: string;
  readonly accuracyM?: number;
}

/** Sends a photo from a file or the camera, with the place that the browser knows or that somebody types. */
export const AddPhoto = ({ campaign, onDone, onClose }: AddPhotoProps): JSX.Element => {
  const [file, setFile] = useState<File>();
  const [taken, setTaken] = useState('');
  const [preview, setPreview] = useState<string>();
  const [position, setPosition] = useState<Position>({ latitude: '', longitude: '' });
  const [locating, setLocating] = useState(false);
  const [lost, setLost] = useState(false);
  const { busy: sending, problem, work } = useWork();
  const [sent, setSent] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setPreview(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const locate = () => {
    setLocating(true);
    setLost(false);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false);
        setPosition({
          latitude: coords.latitude.toFixed(5),
          longitude: coords.longitude.toFixed(5),
          accuracyM: Math.round(coords.accuracy),
        });
      },
      () => {
        setLocating(false);
        setLost(true);
      },
      { enableHighAccuracy: true, timeout: 15_000 },
    );
  };
  const place = { latitude: typedNumber(position.latitude), longitude: typedNumber(position.longitude) };
  const complete = file !== undefined && Number.isFinite(place.latitude + place.longitude);
  const centre = centreOf(campaign);
  const awayKm = complete && centre ? distanceKm(place, centre) : undefined;
  const capturedAt = file && takenAt(taken, file.lastModified);
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!file || !complete) return;
    setLost(false);
    await work(async () => {
      const { submitPhoto } = await import('@trigpoint/client');
      const { state } = await submitPhoto(clientFor(anyProofType), {
        campaign: campaign.campaign,
        photo: file,
        ...place,
        ...(position.accuracyM === undefined ? {} : { accuracy_m: position.accuracyM }),
        ...(capturedAt === undefined ? {} : { captured_at: new Date(capturedAt) }),
      });
      setSent(
        state === 'ready' && !campaign.review
          ? say('It is in the feed, and {points} POINTS are yours.', {
              points: campaign.reward_per_task,
            })
          : say('It was received. The creator reviews it before it is shown.'),
      );
    });
    onDone();
  };
  return (
    <Sheet
      title={say('Add a photo')}
      onClose={onClose}
      foot={
        centre
          ? say(
              'Everybody sees how far from the centre it was taken; the place itself is kept for the creator. The file is shown without any place, time or camera in it.',
            )
          : say(
              'Where it was taken is kept for the creator. The file is shown without any place, time or camera in it.',
            )
      }
    >
      {sent ? (
        <div class="form">
          <p role="status">{sent}</p>
          <Button class="primary" onClick={onClose} says={say('Done')} />
        </div>
      ) : (
        <form class="form" onSubmit={(event) => void submit(event)}>
          <div class="field">
            <label for="photo">{say('Photo')}</label>
            <input
              id="photo"
              class="input"
              type="file"
              accept="image/jpeg,image/png,image/webp,image/avif"
              capture="environment"
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0];
                setFile(chosen);
                setTaken(chosen ? toLocalInput(chosen.lastModified) : '');
              }}
            />
            <span class="hint">{say('JPEG, PNG, WebP or AVIF, up to 20 MB')}</span>
          </div>
          {preview && <img class="preview" src={preview} alt={say('What you chose')} />}
          {file && (
            <InputField
              id="photo-taken"
              type="datetime-local"
              label={say('Taken at')}
              hint={say('the date of the file; may be left empty')}
              wrong={whyNotThen(capturedAt, campaign, Date.now())}
              value={taken}
              onChange={setTaken}
            />
          )}
          <div class="beside">
            <Coordinate
              id="photo-latitude"
              label={say('Latitude')}
              value={position.latitude}
              onInput={(latitude) => setPosition({ ...position, latitude })}
            />
            <Coordinate
              id="photo-longitude"
              label={say('Longitude')}
              value={position.longitude}
              onInput={(longitude) => setPosition({ ...position, longitude })}
            />
          </div>
          <button type="button" class="button" disabled={locating} onClick={locate}>
            {locating ? say('Asking the browser…') : say('Use my location')}
          </button>
          {awayKm !== undefined && (
            <p class={`small ${awayKm > campaign.radius ? 'un' : 'soft'}`}>
              {[
                kmFromCentre(awayKm),
                awayKm > campaign.radius
                  ? say('outside of {radius}: it would be refused', { radius: km(campaign.radius) })
                  : '',
                position.accuracyM === undefined ? '' : say('known to {n} m', { n: position.accuracyM }),
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          )}
          <Wrong says={lost ? say('The browser does not say where you are. Type the place instead.') : problem} />
          <button type="submit" class="button primary" disabled={!complete || sending}>
            {sending ? say('Sending…') : say('Send it, for {n} fuel', { n: campaign.fuel_required })}
          </button>
        </form>
      )}
    </Sheet>
  );
};

const Coordinate = ({
  id,
  label,
  value,
  onInput,
}: {
  id: string;
  label: string;
  value: string;
  onInput: (value: string) => void;
}) => (
  <div class="field">
    <label for={id}>{label}</label>
    <input
      id={id}
      class="input"
      inputMode="decimal"
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  </div>
);
