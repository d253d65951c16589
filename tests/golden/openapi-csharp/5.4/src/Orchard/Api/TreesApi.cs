using System;
using System.Collections.Generic;
using Orchard.Client;
using Orchard.Model;

namespace Orchard.Api
{
    public interface ITreesApiSync : IApiAccessor
    {
        void FellTree(long id);
        Tree GetTree(long id);
    }

    public interface ITreesApi : ITreesApiSync
    {
    }

    /// <summary>
    /// Represents a collection of functions to interact with the API endpoints
    /// </summary>
    public partial class TreesApi : ITreesApi
    {
        private Orchard.Client.ExceptionFactory _exceptionFactory = (name, response) => null;

        public TreesApi() : this((string)null)
        {
        }

        public TreesApi(String basePath)
        {
        }

        public Orchard.Client.IReadableConfiguration Configuration { get; set; }

        public void FellTree(long id)
        {
            FellTreeWithHttpInfo(id);
        }

        public Orchard.Client.ApiResponse<Object> FellTreeWithHttpInfo(long id)
        {
            return null;
        }

        public async System.Threading.Tasks.Task FellTreeAsync(long id, System.Threading.CancellationToken cancellationToken = default(System.Threading.CancellationToken))
        {
        }

        public Tree GetTree(long id)
        {
            return null;
        }

        public List<Tree> ListTrees(string xTrace, int? page = default(int?), Species? species = default(Species?), List<string> labels = default(List<string>), decimal? minHeight = default(decimal?))
        {
            return null;
        }

        public Tree PlantTree(Tree tree)
        {
            return null;
        }
    }
}
