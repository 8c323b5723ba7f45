# The service, the agents and every other command in one image, for linux/amd64 and linux/arm64:
#   docker buildx build --platform linux/amd64,linux/arm64 -t trigpoint .
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund
RUN npm run build
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund
# What runs needs neither sources nor tests.
RUN find packages contracts dev -path '*/node_modules' -prune -o \( -name src -o -name '*.test.*' -o -name '*.map' -o -name .tsbuildinfo \) -print0 | xargs -0 rm -rf

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TRIGPOINT_DATA_DIR=/data
RUN install -d -o node -g node -m 700 /data /data/photos
WORKDIR /app
COPY --from=build /build/package.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/packages packages
COPY --from=build /build/contracts contracts
COPY --from=build /build/dev dev
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/cli/bin/trigpoint.js"]
CMD ["serve"]
