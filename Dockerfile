# The mock as an image. `docker build -t backlot-mock .`, then in the folder of a description:
# docker run -p 4010:4010 -v "$PWD:/api:ro" backlot-mock --openapi openapi.yaml
FROM node:24 AS build
WORKDIR /backlot
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN node tools/build/build.ts --mock-package
RUN npm pack ./dist-mock

FROM node:24-slim
COPY --from=build /backlot/backlot-mock-*.tgz /package/
RUN npm install --global /package/backlot-mock-*.tgz
USER node
WORKDIR /api
ENV BACKLOT_HOST=0.0.0.0 BACKLOT_PORT=4010
EXPOSE 4010
HEALTHCHECK --interval=5s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.BACKLOT_PORT + '/_mock/health').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["backlot-mock", "--allow-host", "*"]
