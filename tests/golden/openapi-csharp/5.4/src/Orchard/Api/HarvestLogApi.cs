using System.Collections.Generic;
using Orchard.Client;

namespace Orchard.Api
{
    public partial class HarvestLogApi : IHarvestLogApi
    {
        public int CountTrees()
        {
            return 0;
        }

        public Dictionary<string, string> UploadPhoto(int id, System.IO.Stream file, string note = default(string))
        {
            return null;
        }
    }
}
